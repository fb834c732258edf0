import { keptSentence, type SweepResult } from "@flow-state-dev/sweep";
import { setRightLines } from "../runs/set-right.ts";
import { tryAgain } from "../runs/try-again.ts";
import { budgetPassed, budgetStop, budgetToGoOn, doneOf, type SpentBudget } from "./budget-stop.ts";

/**
 * What a person reads below the results: how to go on when the run is not finished, and a budget that was passed.
 *
 * @param forSetup whether runs have no result for a problem of the setup
 */
export function benchClosing(
  result: SweepResult,
  budget: SpentBudget | undefined,
  command: string,
  forSetup: boolean,
): string {
  return linesOf(result, budget, command, forSetup)
    .map((line) => `${line}\n`)
    .join("");
}

function linesOf(
  result: SweepResult,
  budget: SpentBudget | undefined,
  command: string,
  forSetup: boolean,
): string[] {
  const same = budget === undefined ? "" : ` --budget ${budget.usd}`;
  if (result.interrupted)
    return [
      `Interrupted after ${doneOf(result, "run")}.${keptSentence(result, "run")}`,
      `Go on: ${command}${same} --resume`,
    ];
  if (result.stopped) {
    const { reason } = result.stopped;
    return [`Stopped: ${reason}`, ...setRightLines(reason, `${command}${same} --resume`)];
  }
  if (result.budgetExceeded && budget) {
    // Further suites, of which nothing is known here, may have to be paid from it too.
    const more = budgetToGoOn(result, budget, { least: 2, untried: 2 });
    return [budgetStop(result, budget, "run"), `Go on with more money: ${command} --budget ${more} --resume`];
  }
  if (result.state === "finished") return budget ? budgetPassed(result, budget, "run", "--budget") : [];
  return [tryAgain(result, { cell: "run", score: "result" }, forSetup, `${command}${same} --resume`)];
}
