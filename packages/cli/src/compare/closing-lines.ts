import { keptSentence, type SweepResult } from "@flow-state-dev/sweep";
import { budgetPassed, budgetStop, budgetToGoOn, doneOf, type SpentBudget } from "../bench/budget-stop.ts";
import { setRightLines } from "../runs/set-right.ts";
import { tryAgain } from "../runs/try-again.ts";
import { commandAgain, type Typed } from "../typed/again.ts";

/**
 * What a person reads below the scorecard: how to go on when the run is not finished, and a budget that was passed.
 *
 * @param forSetup whether cells have no score for a problem of the setup
 */
export function closingLines(
  result: SweepResult,
  budget: SpentBudget | undefined,
  typed: Typed,
  forSetup: boolean,
): string {
  const lines = linesOf(result, budget, typed, forSetup);
  return lines.map((line) => `${line}\n`).join("");
}

function linesOf(
  result: SweepResult,
  budget: SpentBudget | undefined,
  typed: Typed,
  forSetup: boolean,
): string[] {
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
  if (result.state === "finished") return budget ? budgetPassed(result, budget, "cell", "--max-cost") : [];
  return [tryAgain(result, { cell: "cell", score: "score" }, forSetup, again)];
}
