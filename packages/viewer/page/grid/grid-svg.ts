import { type GridView, type OutcomeName, outcomeNames } from "../../src/contract/index.ts";
import { colour, escaped, framed } from "../parts/export-chart.tsx";
import { fitNames } from "../parts/fit-text.ts";
import { nameText } from "../parts/format.ts";
import { outcomeWord } from "../parts/outcome.tsx";
import { isCell, outcomeAt, placeOf } from "./grid-model.ts";
import { coatsOf } from "./outcome-shape.ts";

const [width, height, gap] = [7, 11, 4];
const left = 150;

/** The whole grid as an SVG file: a path or two an outcome, so that 100,000 cells are a file of a few megabytes. */
export function gridSvg(grid: GridView, subjects: readonly number[], tasks: readonly number[]): string {
  const places = new Map<OutcomeName, { x: number; y: number }[]>();
  const perRow = Math.max(1, Math.floor(1600 / (grid.repetitions * (width + 1) + gap)));
  const lines = Math.ceil(tasks.length / perRow);
  const names = fitNames(grid.subjects.map(nameText), left - 10);
  let y = 6;
  const labels: string[] = [];
  for (const subject of subjects) {
    const name = names[subject]!;
    labels.push(`<text x="4" y="${y + 10}" font-size="12" fill="${colour("--ink")}">${escaped(name)}</text>`);
    for (const [at, task] of tasks.entries()) {
      const line = Math.floor(at / perRow);
      for (let run = 0; run < grid.repetitions; run++) {
        const place = placeOf(grid, subject, task, run);
        if (!isCell(grid, place)) continue;
        const x = left + (at % perRow) * (grid.repetitions * (width + 1) + gap) + run * (width + 1);
        const outcome = outcomeAt(grid, place);
        const found = places.get(outcome) ?? [];
        found.push({ x, y: y + line * (height + 3) });
        places.set(outcome, found);
      }
    }
    y += lines * (height + 3) + 5;
  }
  const drawn = [...places].map(([outcome, boxes]) =>
    painted(
      outcome,
      boxes.map((box) => ({ ...box, width, height })),
    ),
  );
  const there = outcomeNames.filter((name) => places.has(name));
  const key = there.map((name, at) => {
    const x = left + at * 110;
    const word = `<text x="${x + 14}" y="${y + 14}" font-size="11.5" fill="${colour("--ink2")}">${outcomeWord(name)}</text>`;
    return painted(name, [{ x, y: y + 6, width: 9, height: 9 }]) + word;
  });
  const columns = Math.min(perRow, tasks.length) * (grid.repetitions * (width + 1) + gap);
  return framed(
    [...labels, ...drawn, ...key].join(""),
    left + Math.max(columns, there.length * 110) + 10,
    y + 26,
  );
}

function painted(
  outcome: OutcomeName,
  boxes: readonly { x: number; y: number; width: number; height: number }[],
): string {
  return coatsOf(outcome)
    .map(({ paint, path }) => `<path ${paint} d="${boxes.map(path).join("")}"/>`)
    .join("");
}
