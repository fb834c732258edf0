import type { SweepResult } from "@flow-state-dev/sweep";
import { budgetStop, budgetToGoOn, spentOf } from "./budget-stop.ts";

/** What a person reads below the results: how to go on when the run is not finished. Nothing when it is. */
export function benchClosing(result: SweepResult, budgetUsd: number | undefined, command: string): string {
  return linesOf(result, budgetUsd, command)
    .map((line) => `${line}\n`)
    .join("");
}

function linesOf(result: SweepResult, budgetUsd: number | undefined, command: string): string[] {
  const { scored } = result.coverage;
  const done = `${scored} of ${result.planned} runs`;
  const budget = budgetUsd === undefined ? "" : ` --budget ${budgetUsd}`;
  if (result.interrupted)
    return [`Interrupted after ${done}. Nothing is lost.`, `Go on: ${command}${budget} --resume`];
  if (result.stopped)
    return [`Stopped: ${result.stopped.reason}`, `Set it right, then go on: ${command}${budget} --resume`];
  if (result.budgetExceeded && budgetUsd !== undefined) {
    const more = budgetToGoOn(result, Math.max(budgetUsd, spentOf(result)) * 2);
    return [
      budgetStop(result, budgetUsd, done),
      `Go on with more money: ${command} --budget ${more} --resume`,
    ];
  }
  if (result.state === "finished") return [];
  const missing = result.planned - scored;
  const runs = missing === 1 ? "1 run has no result. Try it" : `${missing} runs have no result. Try them`;
  return [`${runs} again: ${command}${budget} --resume`];
}
