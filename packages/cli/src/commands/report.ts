import { findRun, shortRunId } from "@flow-state-dev/records/store";
import { oneFilePage, openLabelBook, readPage } from "@flow-state-dev/viewer";
import { prepareOutput, writeOutput } from "../files/output-file.ts";
import { openRuns, reading } from "../runs/open-runs.ts";
import { asStarted } from "../typed/as-started.ts";
import { openView } from "../view/open-view.ts";
import { reportData } from "../view/report-data.ts";
import type { XContext } from "../x-context.ts";

/** Flags of `x report`, as they are parsed. */
export interface ReportFlags {
  html?: string;
  redact?: boolean;
}

/**
 * `x report [run] [--html <file>]`: the page of a run as one file. Exit codes: 0 done, 2 no such run, or the file
 * cannot be written.
 */
export function report(this: XContext, flags: ReportFlags, name = "last"): Promise<void> {
  return reading(this, async () => {
    const folder = process.cwd();
    await using opened = await openRuns(folder);
    const run = await findRun(opened.store, name);
    const file = flags.html ?? `run-${shortRunId(run.id)}.html`;
    const path = prepareOutput(file, folder, "--html");
    using source = openView(opened.store, {
      labels: openLabelBook(opened.folder),
      waiting: opened.waiting,
    });
    const { data, left } = await reportData(source, run.id, { redact: flags.redact ?? false });
    writeOutput(path, oneFilePage(await readPage(), data));
    this.process.stdout.write(`${file}\n`);
    if (left > 0)
      this.process.stderr.write(
        asStarted(
          `The evidence of ${left} cells is left out, for want of room: those that passed. x view shows all.\n`,
        ),
      );
  });
}
