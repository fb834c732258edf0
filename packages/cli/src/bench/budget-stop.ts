import { formatMoney, formatMoneyApart, sumUsd } from "@flow-state-dev/core";
import { keptSentence, type SweepResult } from "@flow-state-dev/sweep";

/** The budget of a run. */
export interface Budget {
  usd: number;
  /** Calls whose end nobody knows count against it, at the most they can have cost. */
  strict: boolean;
  /** What was taken of it before, by suites that ran earlier or checks of the judge, in US dollars. Default: nothing. */
  takenUsd?: number;
}

/**
 * What a person reads when a run ended for its money: what was spent, and why that is the end although some is left.
 *
 * @param cell how cells are called there
 */
export function budgetStop(result: SweepResult, budget: Budget, cell: "cell" | "run"): string {
  const { usd, strict, takenUsd = 0 } = budget;
  const spent = sumUsd([takenUsd, countedUsd(result, strict)]);
  const left = usd - spent;
  const [shownLeft, shownWanted] = formatMoneyApart([left, result.wantedUsd ?? left]);
  const tooDear =
    result.wantedUsd !== undefined && left > 0
      ? ` What is left (${shownLeft}) does not pay for another call, which may cost up to ${shownWanted}.`
      : "";
  const { carried } = result.spend;
  const unknown =
    carried > 0 && !strict
      ? ` Calls whose end nobody knows may have cost up to ${formatMoney(carried)} more.`
      : "";
  const [shownSpent, shownBudget] = formatMoneyApart([spent, usd]);
  return `Stopped at the budget: ${shownSpent} of ${shownBudget} after ${doneOf(result, cell)}.${tooDear}${unknown}${keptSentence(result, cell)}`;
}

/** What has a result: `3 of 8 runs`. */
export function doneOf({ coverage, planned }: SweepResult, cell: "cell" | "run"): string {
  return `${coverage.scored} of ${planned} ${cell}s`;
}

/** How many times the budget there was is proposed at least: once something has a result, and while nothing has. */
export interface MoreMoney {
  least: number;
  untried: number;
}

/**
 * A budget to go on with, as it is typed: what the whole would take by what is known of the cells so far, and enough for
 * the call that was too dear.
 */
export function budgetToGoOn(
  result: SweepResult,
  { usd, strict, takenUsd = 0 }: Budget,
  { least, untried }: MoreMoney,
): string {
  const { scored } = result.coverage;
  const counted = sumUsd([takenUsd, countedUsd(result, strict)]);
  const more = Math.max(usd, counted) * (scored === 0 ? untried : least);
  const lost = strict ? result.spend.carried : 0;
  const forAll =
    scored === 0 ? 0 : takenUsd + (countedUsd(result, false) / scored) * result.planned * 1.2 + lost;
  // The calls after it read more than it does.
  const forCall = result.wantedUsd === undefined ? 0 : counted + result.wantedUsd * 1.5;
  return roundedUp(Math.max(more, forAll, forCall) || aDollar);
}

/** What counts against the budget of a run, in US dollars. */
export function countedUsd(
  { spend: { subject, judge, agent, carried } }: SweepResult,
  strict: boolean,
): number {
  return sumUsd([subject, judge, agent, strict ? 0 : -carried]);
}

/** What is proposed when the budget was 0, so that nothing is known of what it takes. */
const aDollar = 1;

/** To two digits. */
function roundedUp(usd: number): string {
  const unit = 10 ** (Math.floor(Math.log10(usd)) - 1);
  return String(Number((Math.ceil(Number((usd / unit).toFixed(6))) * unit).toPrecision(2)));
}
