import type { SweepResult } from "@flow-state-dev/sweep";
import { commandAgain } from "../again.ts";
import { budgetStop, budgetToGoOn, spentOf } from "../bench/budget-stop.ts";

/** What a person reads below the scorecard: how to go on when the run is not finished. Nothing when it is. */
export function closingLines(result: SweepResult, budgetUsd: number | undefined, typed: Typed): string {
  const lines = linesOf(result, budgetUsd, typed);
  return lines.map((line) => `${line}\n`).join("");
}

/** The process: what was typed, and how. */
type Typed = Parameters<typeof commandAgain>[0];

function linesOf(result: SweepResult, budgetUsd: number | undefined, typed: Typed): string[] {
  const again = commandAgain(typed, { without: ["--resume"], add: ["--resume"] });
  const { scored } = result.coverage;
  const done = `${scored} of ${result.planned} cells`;
  if (result.interrupted) return [`Interrupted after ${done}. Nothing is lost.`, `Go on: ${again}`];
  if (result.stopped) return [`Stopped: ${result.stopped.reason}`, `Set it right, then go on: ${again}`];
  if (result.budgetExceeded && budgetUsd !== undefined) {
    const add = ["--max-cost", enough(result, budgetUsd), "--resume"];
    const more = commandAgain(typed, { without: ["--max-cost", "--resume"], add });
    return [budgetStop(result, budgetUsd, done), `Go on with more money: ${more}`];
  }
  if (result.state === "finished") return [];
  const missing = result.planned - scored;
  const cells = missing === 1 ? "1 cell has no score. Try it" : `${missing} cells have no score. Try them`;
  return [`${cells} again: ${again}`];
}

/** A budget that would do for the whole, by what the cells so far have cost; two digits. */
function enough(result: SweepResult, budgetUsd: number): string {
  const { scored } = result.coverage;
  const wanted = scored === 0 ? budgetUsd * 10 : (spentOf(result) / scored) * result.planned * 1.2;
  return budgetToGoOn(result, wanted);
}
