import { type GridView, outcomeNames } from "../../src/contract/index.ts";
import { colour, escaped, framed } from "../parts/export-chart.tsx";
import { outcomeWord } from "../parts/outcome.tsx";
import { outcomeAt, placeOf } from "./grid-model.ts";

const [width, height, gap] = [7, 11, 4];

/** The whole grid as an SVG file: one path an outcome, so that 100,000 cells are a file of a few megabytes. */
export function gridSvg(grid: GridView, subjects: readonly number[], tasks: readonly number[]): string {
  const paths = new Map<string, string[]>();
  const left = 150;
  const perRow = Math.max(1, Math.floor(1600 / (grid.repetitions * (width + 1) + gap)));
  const lines = Math.ceil(tasks.length / perRow);
  let y = 6;
  const labels: string[] = [];
  for (const subject of subjects) {
    labels.push(
      `<text x="4" y="${y + 10}" font-size="12" fill="${colour("--ink")}">${escaped(grid.subjects[subject]!)}</text>`,
    );
    for (const [at, task] of tasks.entries()) {
      const line = Math.floor(at / perRow);
      for (let run = 0; run < grid.repetitions; run++) {
        const x = left + (at % perRow) * (grid.repetitions * (width + 1) + gap) + run * (width + 1);
        const outcome = outcomeAt(grid, placeOf(grid, subject, task, run));
        const path = paths.get(outcome) ?? [];
        path.push(`M${x} ${y + line * (height + 3)}h${width}v${height}h-${width}z`);
        paths.set(outcome, path);
      }
    }
    y += lines * (height + 3) + 5;
  }
  const drawn = [...paths].map(
    ([outcome, path]) => `<path fill="${colour(`--o-${outcome}`)}" d="${path.join("")}"/>`,
  );
  const there = outcomeNames.filter((name) => paths.has(name));
  const key = there.map((name, at) => {
    const x = left + at * 110;
    return `<rect x="${x}" y="${y + 6}" width="9" height="9" fill="${colour(`--o-${name}`)}"/><text x="${x + 14}" y="${y + 14}" font-size="11.5" fill="${colour("--ink2")}">${outcomeWord(name)}</text>`;
  });
  const columns = Math.min(perRow, tasks.length) * (grid.repetitions * (width + 1) + gap);
  return framed(
    [...labels, ...drawn, ...key].join(""),
    left + Math.max(columns, there.length * 110) + 10,
    y + 26,
  );
}
