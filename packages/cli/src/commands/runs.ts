import { judgeCheckKind, type RunStore } from "@flow-state-dev/records";
import { openRuns, reading } from "../runs/open-runs.ts";
import { type RunRow, readRunRow } from "../runs/run-row.ts";
import { runsNote, runsText } from "../runs/runs-text.ts";
import { jsonText } from "../text/json-text.ts";
import { listNames } from "../text/list-names.ts";
import { counted } from "../text/show-numbers.ts";
import { terminalColumns } from "../text/terminal-columns.ts";
import { visibleLine } from "../text/visible-text.ts";
import { asStarted } from "../typed/as-started.ts";
import type { XContext } from "../x-context.ts";

/** Flags of `x runs`, as they are parsed. */
export interface RunsFlags {
  json?: boolean;
  limit?: number;
  kind?: "bench" | "compare" | "run";
  name?: string;
}

const defaultLimit = 20;
/** Runs that are looked at for their names. */
const mostNamed = 1000;

/**
 * `x runs`: the runs kept in the current folder, newest first. Exit codes: 0 done, 2 there is no store or it cannot be
 * read.
 */
export function runs(this: XContext, flags: RunsFlags): Promise<void> {
  return reading(this, async () => {
    const { stdout, stderr } = this.process;
    await using opened = await openRuns(process.cwd());
    const { kind, name, limit = defaultLimit } = flags;
    const rows: RunRow[] = [];
    const filter = {
      notKind: judgeCheckKind,
      ...(kind !== undefined && { kind }),
      ...(name !== undefined && { name }),
    };
    let more = false;
    for await (const run of opened.store.runs({ ...filter, limit: limit + 1 })) {
      if (rows.length < limit) rows.push(await readRunRow(opened.store, run, opened.waiting.has(run.id)));
      else more = true;
    }
    if (flags.json) {
      stdout.write(jsonText(rows));
      return;
    }
    if (rows.length === 0) {
      const names = name === undefined ? [] : await namesOf(opened.store);
      stderr.write(
        names.length > 0
          ? `No run is kept here that fits. There are runs of ${visibleLine(listNames(names), 400)}.\n`
          : asStarted("No run is kept here that fits. Make one with x bench or x compare.\n"),
      );
      return;
    }
    stdout.write(runsText(rows, Date.now(), terminalColumns(process.stdout)));
    stderr.write(runsNote(rows));
    if (more) stderr.write(`The latest ${counted(limit, "run")}; --limit shows more.\n`);
  });
}

/** What runs are called here, the newest first. */
async function namesOf(store: RunStore): Promise<string[]> {
  const names = new Set<string>();
  for await (const run of store.runs({ notKind: judgeCheckKind, limit: mostNamed }))
    names.add(run.manifest.name);
  return [...names];
}
