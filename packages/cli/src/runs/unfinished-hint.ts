import { formatMoney, sumUsd } from "@flow-state-dev/core";
import { importedAt, isScored, type OutcomeKind, type RunStore, shortRunId } from "@flow-state-dev/records";
import { visibleLine } from "../visible-text.ts";

/** What a run is called, and what its cells are: runs of cases in a suite. */
interface Sort {
  kind: "bench" | "compare";
  name: string;
  cells: "runs" | "cells";
}

/** Says that the last run of this name is unfinished, so that nobody pays twice without knowing. Else nothing. */
export async function unfinishedHint(store: RunStore, { kind, name, cells }: Sort): Promise<string> {
  for await (const run of store.runs({ kind, name, limit: 1 })) {
    if (run.state === "finished") return "";
    const { outcomes, spend } = await store.totals(run.id);
    const done = (Object.entries(outcomes) as [OutcomeKind, number][])
      .filter(([outcome]) => isScored(outcome))
      .reduce((sum, [, count]) => sum + count, 0);
    if (done === 0) return "";
    const most = spend.carried > 0 ? "at most " : "";
    const spent = `${most}${formatMoney(sumUsd([spend.subject, spend.judge, spend.agent]))}`;
    const imported = importedAt(run.manifest) === null ? "" : ", which was imported,";
    return `Run ${shortRunId(run.id)} of ${visibleLine(name)}${imported} is unfinished (${done} of ${run.plannedCells} ${cells}, ${spent}). This starts a new one; --resume would go on with it.\n\n`;
  }
  return "";
}
