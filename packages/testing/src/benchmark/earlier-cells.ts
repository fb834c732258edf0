import type { RunStore } from "@flow-state-dev/records";
import type { RunBenchmarkConfig } from "./run-benchmark-config.ts";

/** What cells of earlier runs of a benchmark came to. */
export interface EarlierCells {
  cells: number;
  workingMs: number;
  /** Mean US dollars a cell, by subject. */
  costs: ReadonlyMap<string, { subjectUsd: number; judgeUsd: number; cells: number }>;
}

const runsLookedAt = 5;

/** Cells with a result from the latest runs of the same name on the same models; undefined when there are none. */
export async function readEarlierCells(
  store: RunStore,
  { name, model }: Pick<RunBenchmarkConfig, "name" | "model">,
  judgeModels: readonly string[],
  simulated: boolean,
): Promise<EarlierCells | undefined> {
  const costs = new Map<string, { subjectUsd: number; judgeUsd: number; cells: number }>();
  let [cells, workingMs] = [0, 0];
  const filter = { kind: "compare", limit: runsLookedAt, ...(name !== undefined && { name }) };
  for await (const { id, manifest } of store.runs(filter)) {
    const { models } = manifest;
    if (models.executor !== model || models.judge !== judgeModels.join(", ")) continue;
    if (manifest.simulated !== simulated) continue;
    for await (const cell of store.cells(id)) {
      if (cell.outcome?.kind !== "passed" && cell.outcome?.kind !== "failed") continue;
      if (cell.spend.unknownCalls > 0) continue;
      const sums = costs.get(cell.subject) ?? { subjectUsd: 0, judgeUsd: 0, cells: 0 };
      costs.set(cell.subject, {
        subjectUsd: sums.subjectUsd + cell.spend.subject,
        judgeUsd: sums.judgeUsd + cell.spend.judge,
        cells: sums.cells + 1,
      });
      cells += 1;
      workingMs += cell.workingMs;
    }
  }
  return cells === 0 ? undefined : { cells, workingMs, costs };
}
