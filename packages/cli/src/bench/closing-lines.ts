import type { SweepResult } from "@flow-state-dev/sweep";
import { type Budget, budgetStop, budgetToGoOn, countedOf } from "./budget-stop.ts";

/** What a person reads below the results: how to go on when the run is not finished. Nothing when it is. */
export function benchClosing(result: SweepResult, budget: Budget | undefined, command: string): string {
  return linesOf(result, budget, command)
    .map((line) => `${line}\n`)
    .join("");
}

function linesOf(result: SweepResult, budget: Budget | undefined, command: string): string[] {
  const { scored } = result.coverage;
  const done = `${scored} of ${result.planned} runs`;
  const same = budget === undefined ? "" : ` --budget ${budget.usd}`;
  if (result.interrupted)
    return [`Interrupted after ${done}. Nothing is lost.`, `Go on: ${command}${same} --resume`];
  if (result.stopped)
    return [`Stopped: ${result.stopped.reason}`, `Set it right, then go on: ${command}${same} --resume`];
  if (result.budgetExceeded && budget) {
    const { usd, strict } = budget;
    const more = budgetToGoOn(result, Math.max(usd, countedOf(result, strict)) * 2, strict);
    return [budgetStop(result, budget, done), `Go on with more money: ${command} --budget ${more} --resume`];
  }
  if (result.state === "finished") return [];
  const missing = result.planned - scored;
  const runs = missing === 1 ? "1 run has no result. Try it" : `${missing} runs have no result. Try them`;
  return [`${runs} again: ${command}${same} --resume`];
}
