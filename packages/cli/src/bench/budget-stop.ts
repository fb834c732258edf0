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

/** A budget, and what the records tell of a run that it was for. */
export interface SpentBudget extends Budget {
  /** What the cells with a result took; of a run that did not end for its money nobody asks, and there are none. */
  paid: PaidCells;
  /** It was passed, and agents said themselves what they had spent. */
  isReported: boolean;
}

/** What the cells of a run that have a result took. */
export interface PaidCells {
  cells: number;
  /** All their attempts, in US dollars; calls whose end nobody knows are not in it. */
  usd: number;
}

/**
 * What a person reads when a run ended for its money: what was spent, why that is the end although some is left, or
 * more than there was, and what the whole would take.
 *
 * @param cell how cells are called there
 */
export function budgetStop(result: SweepResult, budget: SpentBudget, cell: "cell" | "run"): string {
  const { usd, strict } = budget;
  const spent = spentOf(result, budget);
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
  const passed = isPassed(result, budget) ? whyPassed(budget) : "";
  return `Stopped at the budget: ${formatMoneyOf(spent, usd)} after ${doneOf(result, cell)}.${passed}${tooDear}${unknown}${wholeSentence(result, budget, cell)}${keptSentence(result, cell)}`;
}

/** How more than the budget can have been spent, and what to do about it, after a blank; empty where nobody knows. */
function whyPassed({ usd, strict, beforeUsd = 0, isReported }: SpentBudget): string {
  // More was allowed then.
  if (beforeUsd >= usd && beforeUsd > 0) return ` ${formatMoney(beforeUsd)} was spent before.`;
  if (isReported)
    return " What an agent reports of its own spending is known only when it is spent, so that the last ones may pass it, with --strict too.";
  return strict
    ? ""
    : " What a call costs is known only when it has ended, so that the last ones may pass it; with --strict none does.";
}

/**
 * What a person reads when all cells are there, and their last calls have passed the budget: of subjects, agents or
 * judges.
 *
 * @param flag that gave it
 */
export function budgetPassed(
  result: SweepResult,
  budget: SpentBudget,
  cell: "cell" | "run",
  flag: string,
): string[] {
  if (!isPassed(result, budget)) return [];
  const [spent, most] = formatMoneyApart([spentOf(result, budget), budget.usd]);
  return [
    `All ${cell}s are there, but ${spent} was spent, more than ${flag} allows (${most}).${whyPassed(budget)}`,
  ];
}

/** What all cells would take by those that have a result. Empty while none has. */
function wholeSentence(result: SweepResult, budget: SpentBudget, cell: "cell" | "run"): string {
  const each = costOfEach(budget);
  if (each === 0) return "";
  const lost = lostUsd(result, budget);
  const all = formatMoney(sumUsd([budget.takenUsd ?? 0, each * result.planned, lost]));
  const included = lost === 0 ? "" : `, with the ${formatMoney(lost)} for ${cell}s that have no result`;
  return ` A ${cell} has cost ${formatMoney(each)} so far, so that all ${result.planned} take about ${all}${included}.`;
}

/** What it took to have the result of one cell, in US dollars; 0 when none has one. */
function costOfEach({ paid: { cells, usd } }: SpentBudget): number {
  return cells === 0 ? 0 : usd / cells;
}

/** What was paid for cells that were cut off or broke, in US dollars: it is spent once, whatever they take next. */
function lostUsd(result: SweepResult, { paid }: SpentBudget): number {
  return Math.max(0, sumUsd([countedUsd(result, false), -paid.usd]));
}

/** Was more spent than it allows? */
export function isPassed(result: SweepResult, budget: Budget): boolean {
  return spentOf(result, budget) > budget.usd;
}

/** All that was spent of it, in US dollars. */
function spentOf(result: SweepResult, { strict, takenUsd = 0 }: Budget): number {
  return sumUsd([takenUsd, countedUsd(result, strict)]);
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
 * A budget to go on with, as it is typed: what the whole would take by what is known of the cells so far, and enough
 * for the call that was too dear.
 */
export function budgetToGoOn(
  result: SweepResult,
  budget: SpentBudget,
  { least, untried }: MoreMoney,
): string {
  const { usd, strict, takenUsd = 0 } = budget;
  const { scored } = result.coverage;
  const counted = spentOf(result, budget);
  const more = Math.max(usd, counted) * (scored === 0 ? untried : least) || aDollar;
  const lost = lostUsd(result, budget) + (strict ? result.spend.carried : 0);
  const each = costOfEach(budget);
  const forAll = each === 0 ? 0 : takenUsd + each * result.planned * 1.2 + lost;
  // The calls after it read more than it does.
  const forCall = result.wantedUsd === undefined ? 0 : counted + result.wantedUsd * 1.5;
  return roundedUp(Math.max(more, forAll, forCall));
}

/** What counts against the budget of a run, in US dollars. */
export function countedUsd(
  { spend: { subject, judge, agent, carried } }: SweepResult,
  strict: boolean,
): number {
  return sumUsd([subject, judge, agent, strict ? 0 : -carried]);
}

/** What is proposed at least when the budget was 0: all that can be known then is what the first call may cost. */
const aDollar = 1;

/** To two digits. */
function roundedUp(usd: number): string {
  const unit = 10 ** (Math.floor(Math.log10(usd)) - 1);
  return String(Number((Math.ceil(Number((usd / unit).toFixed(6))) * unit).toPrecision(2)));
}
