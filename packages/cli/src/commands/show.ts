import { findRun, importedAt, RunNotFoundError } from "@flow-state-dev/records";
import { PatchRoom } from "@flow-state-dev/suites";
import { reportOfRun } from "@flow-state-dev/testing";
import { openRuns, reading } from "../runs/open-runs.ts";
import { cellText } from "../show/cell-text.ts";
import { findCell, splitReference } from "../show/find-cell.ts";
import { readCell } from "../show/read-cell.ts";
import { runText } from "../show/run-text.ts";
import { storedResults } from "../show/stored-results.ts";
import { taskForRun } from "../show/task-for-run.ts";
import { paintFor } from "../text/colour.ts";
import { jsonText } from "../text/json-text.ts";
import { paintLines } from "../text/paint-lines.ts";
import { terminalColumns } from "../text/terminal-columns.ts";
import type { XContext } from "../x-context.ts";

/** Flags of `x show`, as they are parsed. */
export interface ShowFlags {
  json?: boolean;
  full?: boolean;
}

/**
 * `x show [run]`: its results again; `x show <run> <task>` or `<run>/<subject>/<task>/<number>`: one cell with all that
 * is kept of it. Exit codes: 0 done, 2 no such run or cell.
 */
export function show(this: XContext, flags: ShowFlags, ...words: string[]): Promise<void> {
  return reading(this, async () => {
    const { stdout } = this.process;
    await using opened = await openRuns(process.cwd());
    const { store } = opened;
    const [reference = "last", ...rest] = words;
    const wanted = splitReference(reference, rest);
    const run = await findRun(store, wanted.run).catch(async (error: unknown) => {
      throw (error instanceof RunNotFoundError && (await taskForRun(store, words))) || error;
    });
    if (wanted.cell === null) {
      const at = importedAt(run.manifest);
      const results = async () => ({
        ...(await (run.manifest.kind === "compare"
          ? reportOfRun(store, run)
          : storedResults(store, run, new PatchRoom()))),
        ...(at !== null && { importedAt: at }),
      });
      stdout.write(
        flags.json
          ? jsonText(await results())
          : paintLines(
              await runText(store, run, {
                columns: terminalColumns(process.stdout),
                waiting: opened.waiting.has(run.id),
              }),
              paintFor(process.stdout, process.env),
            ),
      );
      return;
    }
    const { cell, others } = await findCell(store, run, wanted.cell);
    const view = await readCell(store, run, cell);
    const { run: _run, calls, ...data } = view;
    const json = {
      run: run.id,
      ...data,
      calls: { count: calls.count, byModel: Object.fromEntries(calls.byModel) },
    };
    stdout.write(
      flags.json
        ? jsonText(json)
        : cellText(view, others, { full: flags.full, columns: terminalColumns(process.stdout) }),
    );
  });
}
