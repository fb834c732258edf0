import { isScored, type Run, type RunTotals, shortRunId } from "@flow-state-dev/records";
import type { RunHead } from "@flow-state-dev/viewer";

/** What the page says of a run before its cells are read. */
export function headOf(
  { id, manifest, state, createdAt, updatedAt, plannedCells }: Run,
  totals: RunTotals,
): RunHead {
  const { spend, outcomes } = totals;
  const { commit = null, dirty = false } = (manifest.circumstances.git ?? {}) as {
    commit?: string;
    dirty?: boolean;
  };
  const spent = spend.subject + spend.judge + spend.agent;
  return {
    ...{ id, short: shortRunId(id), kind: manifest.kind, name: manifest.name },
    subjects: [...manifest.subjects],
    tasks: Object.keys(manifest.tasks).length,
    repetitions: manifest.runs,
    models: modelsOf(manifest.models),
    ...{ state, simulated: manifest.simulated, createdAt, updatedAt, commit, dirty },
    planned: plannedCells,
    scored: Object.entries(outcomes).reduce(
      (sum, [kind, count]) => sum + (isScored(kind as keyof typeof outcomes) ? count : 0),
      0,
    ),
    running: totals.running,
    costUsd: spent === 0 && spend.unknownCalls > 0 ? null : spent,
    unknownCalls: spend.unknownCalls,
  };
}

function modelsOf({ executor, judge, ...others }: Readonly<Record<string, string>>): string {
  const who = [...(executor === undefined ? [] : [executor]), ...Object.values(others)].join(", ");
  return judge === undefined || judge === "" ? who : `${who}, judged by ${judge}`;
}
