import { formatMoney, sumUsd } from "@flow-state-dev/core";
import { isScored, type OutcomeKind, type RunStore, shortRunId } from "@flow-state-dev/records";

/** Says that there is an unfinished run of a suite, so that nobody pays twice without knowing. Else nothing. */
export async function unfinishedBench(store: RunStore, name: string): Promise<string> {
  for await (const run of store.runs({ kind: "bench", name, limit: 1 })) {
    if (run.state === "finished") return "";
    const { outcomes, spend } = await store.totals(run.id);
    const done = (Object.entries(outcomes) as [OutcomeKind, number][])
      .filter(([kind]) => isScored(kind))
      .reduce((sum, [, cells]) => sum + cells, 0);
    if (done === 0) return "";
    const spent = formatMoney(sumUsd([spend.subject, spend.judge, spend.agent]));
    return `Run ${shortRunId(run.id)} of ${name} is unfinished (${done} of ${run.plannedCells} runs, ${spent}). This starts a new one; --resume would go on with it.\n\n`;
  }
  return "";
}
