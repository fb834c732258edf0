import type { HeatCell, RunView } from "../../src/contract/index.ts";
import { colour, ExportButtons, escaped, framed } from "../parts/export-chart.tsx";
import { fixed, signed } from "../parts/format.ts";
import { ScrollBox } from "../parts/scroll-box.tsx";
import { Card } from "../parts/shell.tsx";

/** Strongest colour at a difference of this much. */
const full = 0.2;

/** Subject × category: the mean and its spread, coloured by the difference to the baseline. */
export function HeatMap({ view }: { view: RunView }) {
  const columns = [...view.categories, "overall"];
  const title = view.baseline
    ? "By category, coloured by difference to the baseline"
    : "By category, mean and spread";
  return (
    <Card
      title={title}
      actions={<ExportButtons name={`${view.head.name} categories`} svg={() => heatSvg(view, columns)} />}
    >
      <ScrollBox class="scroll-x" label="Scores by category">
        <table class="heat">
          <thead>
            <tr>
              <td />
              {columns.map((column) => (
                <th key={column} scope="col" class="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {view.subjects.map(({ name }, at) => (
              <tr key={name}>
                <th scope="row">
                  {name}
                  {name === view.baseline && <small> baseline</small>}
                </th>
                {columns.map((column, place) => {
                  const cell = view.heat[at]?.[place] ?? null;
                  if (!cell) return <td key={column}>–</td>;
                  const said = cell.delta === null ? "" : `, ${signed(cell.delta)} against the baseline`;
                  return (
                    <td
                      key={column}
                      title={`${cell.cells} cells${said}`}
                      style={{ background: heatColour(cell) }}
                    >
                      <b>{fixed(cell.mean)}</b> <small>±{fixed(cell.spread)}</small>
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

function heatColour({ delta }: HeatCell): string {
  if (delta === null || Math.abs(delta) < 0.005) return "transparent";
  const share = Math.min(1, Math.abs(delta) / full);
  return `color-mix(in srgb, var(${delta > 0 ? "--heat-up" : "--heat-down"}) ${Math.round(8 + share * 82)}%, transparent)`;
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
  const parts = columns.map((column, at) => text(first + at * wide + 8, 18, column, `style="fill:${ink2}"`));
  for (const [row, { name }] of view.subjects.entries()) {
    const y = 28 + row * high;
    parts.push(text(4, y + 19, name));
    for (const [at] of columns.entries()) {
      const cell = view.heat[row]?.[at];
      if (!cell) continue;
      const share =
        cell.delta === null || Math.abs(cell.delta) < 0.005
          ? 0
          : 0.08 + 0.82 * Math.min(1, Math.abs(cell.delta) / full);
      const fill = (cell.delta ?? 0) > 0 ? up : down;
      parts.push(
        `<rect x="${first + at * wide}" y="${y}" width="${wide - 4}" height="${high - 4}" rx="4" fill="${fill}" fill-opacity="${share.toFixed(2)}"/>`,
        text(first + at * wide + 8, y + 18, `${fixed(cell.mean)} ±${fixed(cell.spread)}`),
      );
    }
  }
  return framed(parts.join(""), first + columns.length * wide + 10, 36 + view.subjects.length * high);
}
