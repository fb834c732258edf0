import { formatMoney } from "@flow-state-dev/core";
import type { SweepResult } from "@flow-state-dev/sweep";

/** What a person reads below the scorecard: how to go on when the run is not finished. Nothing when it is. */
export function closingLines(result: SweepResult, budgetUsd: number | undefined, command: string): string {
  const lines = linesOf(result, budgetUsd, command);
  return lines.map((line) => `${line}\n`).join("");
}

function linesOf(result: SweepResult, budgetUsd: number | undefined, command: string): string[] {
  const { scored } = result.coverage;
  const done = `${scored} of ${result.planned} cells`;
  if (result.interrupted)
    return [`Interrupted after ${done}. Nothing is lost.`, `Go on: ${command} --resume`];
  if (result.stopped)
    return [`Stopped: ${result.stopped.reason}`, `Set it right, then go on: ${command} --resume`];
  if (result.budgetExceeded && budgetUsd !== undefined) {
    const spent = `${formatMoney(spentUsd(result))} of ${formatMoney(budgetUsd)}`;
    const more = `${command} --max-cost ${enough(result, budgetUsd)} --resume`;
    return [
      `Stopped at the budget: ${spent} after ${done}. Nothing is lost.`,
      `Go on with more money: ${more}`,
    ];
  }
  if (result.state === "finished") return [];
  const missing = result.planned - scored;
  const cells = missing === 1 ? "1 cell has no score. Try it" : `${missing} cells have no score. Try them`;
  return [`${cells} again: ${command} --resume`];
}

/** A budget that would do for the whole, by what the cells so far have cost; two digits. */
function enough(result: SweepResult, budgetUsd: number): string {
  const { scored } = result.coverage;
  const wanted = scored === 0 ? budgetUsd * 10 : (spentUsd(result) / scored) * result.planned * 1.2;
  const unit = 10 ** (Math.floor(Math.log10(wanted)) - 1);
  return String(Number((Math.ceil(wanted / unit) * unit).toPrecision(2)));
}

function spentUsd({ spend }: SweepResult): number {
  return spend.subject + spend.judge + spend.agent;
}
