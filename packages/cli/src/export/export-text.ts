import { type CellRecord, exportRun, type Run, type RunStore } from "@flow-state-dev/records";
import { renderScorecard, reportOfRun } from "@flow-state-dev/testing";
import { readCell } from "../show/read-cell.ts";
import { storedResults } from "../show/stored-results.ts";
import { toTrajectory } from "./atif.ts";
import { exportCsv } from "./export-csv.ts";
import { exportJunit } from "./export-junit.ts";
import { resultsMarkdown } from "./results-markdown.ts";

/** The forms in which a run can be taken out. */
export const exportFormats = ["json", "jsonl", "csv", "junit", "markdown", "atif"] as const;

/** One of them. */
export type ExportFormat = (typeof exportFormats)[number];

/** A run in a form, piece by piece: runs of any size take little memory, except in Markdown. */
export function exportText(store: RunStore, run: Run, format: ExportFormat): AsyncIterable<string> {
  switch (format) {
    case "jsonl":
      return exportRun(store, run.id);
    case "json":
      return exportJson(store, run);
    case "csv":
      return exportCsv(store, run);
    case "junit":
      return exportJunit(store, [run]);
    case "markdown":
      return exportMarkdown(store, run);
    case "atif":
      return exportTrajectories(store, run);
  }
}

/** The lines of the JSON Lines form as one document: `{ format, version, run, cells: […], totals }`. */
async function* exportJson(store: RunStore, run: Run): AsyncGenerator<string, void, void> {
  let [at, cells] = [0, 0];
  for await (const line of exportRun(store, run.id)) {
    const value = JSON.parse(line) as { cell?: object; totals?: object };
    if (at++ === 0) yield `${line.trimEnd().slice(0, -1)},"cells":[`;
    else if (value.cell) yield `${cells++ > 0 ? "," : ""}\n${JSON.stringify(value.cell)}`;
    else yield `\n],"totals":${JSON.stringify(value.totals)}}\n`;
  }
}

async function* exportMarkdown(store: RunStore, run: Run): AsyncGenerator<string, void, void> {
  const page =
    run.manifest.kind === "compare"
      ? renderScorecard(await reportOfRun(store, run), "markdown")
      : resultsMarkdown(await storedResults(store, run));
  yield page.endsWith("\n") ? page : `${page}\n`;
}

/** One trajectory a line; of a single cell as a document of its own. */
async function* exportTrajectories(store: RunStore, run: Run): AsyncGenerator<string, void, void> {
  for await (const cell of store.cells(run.id)) {
    if (cell.outcome !== null) yield `${JSON.stringify(await trajectoryOf(store, run, cell))}\n`;
  }
}

/** The trajectory of one cell. */
export async function trajectoryOf(store: RunStore, run: Run, cell: CellRecord) {
  return toTrajectory(await readCell(store, run, cell));
}
