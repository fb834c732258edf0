import { formatMoney, formatMoneyApart, formatMoneyOf, sumUsd } from "@flow-state-dev/core";
import { keptSentence, type SweepResult } from "@flow-state-dev/sweep";

/** The budget of a run. */
export interface Budget {
  usd: number;
  /** Calls whose end nobody knows count against it, at the most they can have cost. */
  strict: boolean;
  /** What is taken of it beside this run, by other suites or checks of the judge, in US dollars. Default: nothing. */
  takenUsd?: number;
  /** What was spent of it before this process began, on this run or others, in US dollars. Default: nothing. */
  beforeUsd?: number;
}

/**
 * What a person reads when a run ended for its money: what was spent, why that is the end although some is left, or more
 * than there was, and what the whole would take.
 *
 * @param cell how cells are called there
 */
export function budgetStop(result: SweepResult, budget: Budget, cell: "cell" | "run"): string {
  const { usd, strict, takenUsd = 0 } = budget;
  const spent = sumUsd([takenUsd, countedUsd(result, strict)]);
  const left = sumUsd([usd, -spent]);
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
  const passed = spent > usd ? whyPassed(budget) : "";
  return `Stopped at the budget: ${formatMoneyOf(spent, usd)} after ${doneOf(result, cell)}.${passed}${tooDear}${unknown}${wholeSentence(result, budget, cell)}${keptSentence(result, cell)}`;
}

/** How more than the budget can have been spent, and what to do about it, after a blank; empty where nobody knows. */
function whyPassed({ usd, strict, beforeUsd = 0 }: Budget): string {
  // More was allowed then.
  if (beforeUsd >= usd && beforeUsd > 0) return ` ${formatMoney(beforeUsd)} was spent before.`;
  return strict
    ? ""
    : " What a call costs is known only when it has ended, so that the last ones may pass it; with --strict none does.";
}

/**
 * What a person reads when all cells are there, and their last calls have passed the budget: of subjects, agents or judges.
 *
 * @param flag that gave it
 */
export function budgetPassed(
  result: SweepResult,
  budget: Budget,
  cell: "cell" | "run",
  flag: string,
): string[] {
  const { usd, strict, takenUsd = 0 } = budget;
  const spentUsd = sumUsd([takenUsd, countedUsd(result, strict)]);
  if (spentUsd <= usd) return [];
  const [spent, most] = formatMoneyApart([spentUsd, usd]);
  return [
    `All ${cell}s are there, but ${spent} was spent, more than ${flag} allows (${most}).${whyPassed(budget)}`,
  ];
}

/** What all cells would take by those that have a result. Empty while none has. */
function wholeSentence(result: SweepResult, { takenUsd = 0 }: Budget, cell: "cell" | "run"): string {
  const each = costOfEach(result);
  if (each === 0) return "";
  const all = takenUsd + each * result.planned;
  return ` A ${cell} has cost ${formatMoney(each)} so far, so that all ${result.planned} take about ${formatMoney(all)}.`;
}

/** What it took to have the result of one cell, those without a result included, in US dollars; 0 when none has one. */
function costOfEach(result: SweepResult): number {
  const { scored } = result.coverage;
  return scored === 0 ? 0 : countedUsd(result, false) / scored;
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
  const forAll = scored === 0 ? 0 : takenUsd + costOfEach(result) * result.planned * 1.2 + lost;
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
