import { once } from "node:events";
import { findRun } from "@flow-state-dev/records";
import { type ExportFormat, exportText, trajectoryOf } from "../export/export-text.ts";
import { OnlyWholeRunsError } from "../export/only-whole-runs.ts";
import { prepareOutput } from "../files/output-file.ts";
import { streamWhole } from "../files/write-whole.ts";
import { openRuns, reading } from "../runs/open-runs.ts";
import { findCell, splitReference } from "../show/find-cell.ts";
import type { XContext } from "../x-context.ts";

/** Flags of `x export`, as they are parsed. */
export interface ExportFlags {
  format: ExportFormat;
  output?: string;
}

/**
 * `x export [run] --format …`: a run in a form that other programs read, to stdout or a file. With `atif` a cell may be
 * named. Exit codes: 0 done, 2 no such run, or the file cannot be written.
 */
export function exportCommand(
  this: XContext,
  { format, output }: ExportFlags,
  ...words: string[]
): Promise<void> {
  return reading(this, async () => {
    // Without a file it goes to stdout, which a dash stands for.
    const path = output === undefined || output === "-" ? undefined : prepareOutput(output, process.cwd());
    await using opened = await openRuns(process.cwd());
    const { store } = opened;
    const [reference = "last", ...rest] = words;
    const wanted = splitReference(reference, rest);
    const run = await findRun(store, wanted.run);
    const pieces = await (async () => {
      if (wanted.cell === null) return exportText(store, run, format);
      if (format !== "atif") throw new OnlyWholeRunsError(format);
      const { cell } = await findCell(store, run, wanted.cell);
      return [`${JSON.stringify(await trajectoryOf(store, run, cell), null, 2)}\n`];
    })();
    if (path !== undefined) {
      await streamWhole(path, pieces);
      this.process.stderr.write(`Written to ${output}.\n`);
      return;
    }
    for await (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, "drain");
  });
}
