import type { SubjectSummary } from "../report/benchmark-report.ts";
import type { CompleteReport } from "../report/complete-report.ts";
import { plainText } from "./plain-text.ts";
import { listed } from "./words.ts";

/**
 * Which subjects are worth their money; null when there are not two whose cost and score are known, or nobody scored
 * anything that money was spent for.
 */
export function moneySentence({ summaries }: CompleteReport): string | null {
  if (summaries.every(({ mean }) => mean === null || mean === 0)) return null;
  const front = summaries.filter(({ pareto }) => pareto === true);
  const dominated = summaries.filter((summary) => summary.dominated === true);
  // Off the front, perhaps by chance.
  const open =
    front.length === 0 ? [] : summaries.filter((it) => it.pareto === false && it.dominated !== true);
  if (dominated.length === 0 && front.length + open.length < 2) return null;
  const beaten = `${names(dominated)} dominated`;
  if (front.length === 0) {
    return `On score for money ${beaten}; more cannot be said, because not all costs are known.`;
  }
  const best = `On score for money nothing beats ${listed(front.map(({ subject }) => plainText(subject)))}`;
  if (open.length > 0 && dominated.length > 0)
    return `${best}; ${beaten}, and whether ${names(open)} cannot be told.`;
  if (open.length > 0) return `${best}; whether ${names(open)} dominated cannot be told.`;
  if (dominated.length > 0) return `${best}; ${beaten}.`;
  const [first, ...others] = front;
  const alike = others.every(
    ({ mean, costPerTaskUsd }) => near(mean, first!.mean) && near(costPerTaskUsd, first!.costPerTaskUsd),
  );
  if (alike) return `On score for money ${names(front)} alike: the same score at the same cost.`;
  return `On score for money no subject beats another: who scores more costs more.`;
}

/** `a is`, `a and b are`. */
function names(subjects: readonly SubjectSummary[]): string {
  const list = listed(subjects.map(({ subject }) => plainText(subject)));
  return `${list} ${subjects.length === 1 ? "is" : "are"}`;
}

/** Apart by no more than the machine rounds. */
function near(a: number | null, b: number | null): boolean {
  return a !== null && b !== null && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}
