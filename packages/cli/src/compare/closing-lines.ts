import { formatMoneyApart, sumUsd } from "@flow-state-dev/core";
import { keptSentence, type SweepResult } from "@flow-state-dev/sweep";
import { commandAgain, type Typed } from "../again.ts";
import { type Budget, budgetStop, budgetToGoOn, doneOf, howPassed } from "../bench/budget-stop.ts";
import { setRightLines } from "../runs/set-right.ts";
import { tryAgain } from "../runs/try-again.ts";

/**
 * What a person reads below the scorecard: how to go on when the run is not finished. Nothing when it is.
 *
 * @param forSetup whether cells have no score for a problem of the setup
 */
export function closingLines(
  result: SweepResult,
  budget: Budget | undefined,
  typed: Typed,
  forSetup: boolean,
): string {
  const lines = linesOf(result, budget, typed, forSetup);
  return lines.map((line) => `${line}\n`).join("");
}

/** All cells are there, and their last calls have passed the budget. */
function passedBudget(
  { spend: { subject, judge, agent } }: SweepResult,
  budget: Budget | undefined,
): string[] {
  const spentUsd = sumUsd([subject, judge, agent, budget?.takenUsd ?? 0]);
  if (!budget || spentUsd <= budget.usd) return [];
  const [spent, most] = formatMoneyApart([spentUsd, budget.usd]);
  return [`All cells are there, but ${spent} was spent, more than --max-cost allows (${most}). ${howPassed}`];
}

function linesOf(result: SweepResult, budget: Budget | undefined, typed: Typed, forSetup: boolean): string[] {
  const again = commandAgain(typed, { without: ["--resume"], add: ["--resume"] });
  if (result.interrupted)
    return [`Interrupted after ${doneOf(result, "cell")}.${keptSentence(result)}`, `Go on: ${again}`];
  if (result.stopped) {
    const { reason } = result.stopped;
    return [`Stopped: ${reason}`, ...setRightLines(reason, again, typed)];
  }
  if (result.budgetExceeded && budget) {
    const add = ["--max-cost", budgetToGoOn(result, budget, { least: 1, untried: 10 }), "--resume"];
    const more = commandAgain(typed, { without: ["--max-cost", "--resume"], add });
    return [budgetStop(result, budget, "cell"), `Go on with more money: ${more}`];
  }
  if (result.state === "finished") return passedBudget(result, budget);
  return [tryAgain(result, { cell: "cell", score: "score" }, forSetup, again)];
}
