import { FlowError } from "@flow-state-dev/core";
import {
  compareRuns,
  findNamedRun,
  findRun,
  type Run,
  type RunStore,
  shortRunId,
} from "@flow-state-dev/records";
import { chooseSubjects } from "../diff/choose-subjects.ts";
import { diffText } from "../diff/diff-text.ts";
import { refuseSameRun } from "../diff/same-run-error.ts";
import { openRuns, reading } from "../runs/open-runs.ts";
import { fitLines } from "../text/fit-lines.ts";
import { jsonText } from "../text/json-text.ts";
import { terminalColumns } from "../text/terminal-columns.ts";
import { visibleLine } from "../text/visible-text.ts";
import type { XContext } from "../x-context.ts";

/** Flags of `x diff`, as they are parsed. */
export interface DiffFlags {
  json?: boolean;
  margin?: number;
  subject?: readonly string[];
}

/**
 * `x diff [a] [b]`: two runs beside each other, paired by task. With `--subject` once that subject alone, twice the
 * first of run a beside the second of run b. Exit codes: 0 done, 2 no such run or subject, or the same twice.
 */
export function diff(this: XContext, flags: DiffFlags, a?: string, b = "last"): Promise<void> {
  return reading(this, async () => {
    await using opened = await openRuns(process.cwd());
    const { store } = opened;
    const runB = await findRun(store, b);
    const runA = a === undefined ? await runBefore(store, runB) : await findRun(store, a);
    const subjects = chooseSubjects(flags.subject, runA, runB);
    refuseSameRun(runA, runB, subjects);
    const comparison = await compareRuns(store, runA, runB, {
      ...(subjects && { subjects }),
      ...(flags.margin !== undefined && { margin: flags.margin }),
    });
    this.process.stdout.write(
      flags.json ? jsonText(comparison) : fitLines(diffText(comparison), terminalColumns(process.stdout)),
    );
  });
}

/** There is nothing that the latest run could be put beside. */
class NoRunBeforeError extends FlowError {
  override readonly name = "NoRunBeforeError";

  constructor({ id, manifest: { name } }: Run) {
    super(
      `There is no run of ${visibleLine(name)} before ${shortRunId(id)} to put it beside. Make another, or name two that x runs lists: x diff <a> <b>.`,
      { code: "no-run-before", details: { runId: id } },
    );
  }
}

/** The run before the latest, of the same suite or benchmark. Throws when there is none. */
async function runBefore(store: RunStore, latest: Run): Promise<Run> {
  const { kind, name } = latest.manifest;
  const before = await findNamedRun(store, "last~1", { kind, name, counts: () => true });
  if (before === null) throw new NoRunBeforeError(latest);
  return before;
}
