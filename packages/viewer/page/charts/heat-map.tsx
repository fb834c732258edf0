import type { HeatCell, RunView } from "../../src/contract/index.ts";
import { CutName } from "../parts/cut-name.tsx";
import { colour, ExportButtons, escaped, framed } from "../parts/export-chart.tsx";
import { fitNames } from "../parts/fit-text.ts";
import { counted, fixed, many, meanText, nameText, signed } from "../parts/format.ts";
import { ScrollBox } from "../parts/scroll-box.tsx";
import { sharedStarts } from "../parts/shared-starts.ts";
import { Card } from "../parts/shell.tsx";

/** Strongest colour at a difference of this much. */
const full = 0.2;

/**
 * Subject × category: the mean and its spread, coloured by the difference to the baseline. Of a suite agent × tag: the
 * share of runs that pass, coloured by itself.
 */
export function HeatMap({ view }: { view: RunView }) {
  const columns = [...view.categories, "overall"];
  const sharedByColumns = sharedStarts(columns);
  const sharedByRows = sharedStarts(view.subjects.map(({ name }) => name));
  const tags = view.unit === "pass rate";
  const title = tags
    ? "By tag, share of runs that pass"
    : view.baseline
      ? "By category, mean of cells ± spread, coloured by difference to the baseline"
      : "By category, mean of cells ± spread";
  return (
    <Card
      title={title}
      actions={
        <ExportButtons
          name={`${view.head.name} ${tags ? "tags" : "categories"}`}
          svg={() => heatSvg(view, columns)}
        />
      }
    >
      <ScrollBox
        class={`scroll-x${view.subjects.length > many ? " tall" : ""}`}
        label={tags ? "Pass rates by tag" : "Scores by category"}
      >
        <table class="heat">
          <thead>
            <tr>
              <td />
              {columns.map((column) => (
                <th key={column} scope="col" class="col">
                  <CutName name={column} shared={sharedByColumns.get(column)} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {view.subjects.map(({ name }, at) => (
              <tr key={name}>
                <th scope="row">
                  <div class="row-name">
                    <CutName name={name} shared={sharedByRows.get(name)} />{" "}
                    {name === view.baseline && <small>baseline</small>}
                  </div>
                </th>
                {columns.map((column, place) => {
                  const cell = view.heat[at]?.[place] ?? null;
                  if (!cell) return <td key={column}>–</td>;
                  const said = cell.delta === null ? "" : `, ${signed(cell.delta)} against the baseline`;
                  return (
                    <td
                      key={column}
                      title={`${counted(cell.cells, tags ? "run" : "cell")}${said}`}
                      style={heatStyle(cell, view)}
                    >
                      <b>{meanText(cell.mean, view.unit)}</b> <small>{beside(cell, view)}</small>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}

/** What stands beside a mean: its spread, or of how many runs it is. */
function beside({ spread, cells }: HeatCell, { unit }: RunView): string {
  return unit === "pass rate" ? `of ${counted(cells, "run")}` : `±${fixed(spread)}`;
}

/** How strong the colour of a square is, 0 to 1, and which. */
function heatOf({ mean, delta }: HeatCell, { unit }: RunView): { share: number; up: boolean } {
  // A pass rate has no baseline: half is neutral.
  const far = unit === "pass rate" ? (mean - 0.5) / 0.5 : (delta ?? 0) / full;
  const share = Math.abs(far) * full < 0.005 ? 0 : 0.08 + 0.82 * Math.min(1, Math.abs(far));
  return { share, up: far > 0 };
}

/** The colour of a square; and since the two colours are alike to some, a line on the side on which its value lies. */
function heatStyle(cell: HeatCell, view: RunView): Record<string, string> {
  const { share, up } = heatOf(cell, view);
  if (share === 0) return {};
  const mixed = (colour: string, strength: number) =>
    `color-mix(in srgb, var(${colour}) ${Math.round(100 * strength)}%, transparent)`;
  return {
    background: mixed(up ? "--heat-up" : "--heat-down", share),
    boxShadow: `inset 0 ${up ? 2 : -2}px ${mixed(up ? "--good" : "--bad", share * 0.6)}`,
  };
}

function heatSvg(view: RunView, columns: readonly string[]): string {
  const [first, wide, high] = [180, 130, 30];
  const [ink, ink2, up, down] = ["--ink", "--ink2", "--heat-up", "--heat-down"].map(colour) as [
    string,
    string,
    string,
    string,
  ];
  const text = (x: number, y: number, what: string, more = "") =>
    `<text x="${x}" y="${y}" font-size="12.5" fill="${ink}" ${more}>${escaped(what)}</text>`;
  const heads = fitNames(columns.map(nameText), wide - 12);
  const parts = heads.map((head, at) => text(first + at * wide + 8, 18, head, `style="fill:${ink2}"`));
  const names = fitNames(
    view.subjects.map(({ name }) => nameText(name)),
    first - 10,
  );
  for (const row of view.subjects.keys()) {
    const y = 28 + row * high;
    parts.push(text(4, y + 19, names[row]!));
    for (const [at] of columns.entries()) {
      const cell = view.heat[row]?.[at];
      if (!cell) continue;
      const heat = heatOf(cell, view);
      parts.push(
        `<rect x="${first + at * wide}" y="${y}" width="${wide - 4}" height="${high - 4}" rx="4" fill="${heat.up ? up : down}" fill-opacity="${heat.share.toFixed(2)}"/>`,
        text(first + at * wide + 8, y + 18, `${meanText(cell.mean, view.unit)} ${beside(cell, view)}`),
      );
    }
  }
  return framed(parts.join(""), first + columns.length * wide + 10, 36 + view.subjects.length * high);
}
