import type { CompleteReport } from "../report/complete-report.ts";
import { plainText } from "./plain-text.ts";
import { listed } from "./words.ts";

/**
 * Which subjects are worth their money; null when there are not two whose cost and score are known, or nobody scored
 * anything that money was spent for.
 */
export function moneySentence({ summaries }: CompleteReport): string | null {
  if (summaries.every(({ mean }) => mean === null || mean === 0)) return null;
  const names = (mark: boolean) =>
    summaries.flatMap(({ subject, pareto }) => (pareto === mark ? [plainText(subject)] : []));
  const front = names(true);
  const dominated = names(false);
  if (front.length + dominated.length < 2) return null;
  const beaten = `${listed(dominated)} ${dominated.length === 1 ? "is" : "are"} dominated`;
  if (front.length === 0) {
    return `On score for money ${beaten}; more cannot be said, because not all costs are known.`;
  }
  if (dominated.length > 0) return `On score for money nothing beats ${listed(front)}; ${beaten}.`;
  const [first, ...others] = summaries.filter(({ pareto }) => pareto === true);
  const alike = others.every(
    ({ mean, costPerTaskUsd }) => near(mean, first!.mean) && near(costPerTaskUsd, first!.costPerTaskUsd),
  );
  if (alike) return `On score for money ${listed(front)} are alike: the same score at the same cost.`;
  return `On score for money no subject beats another: who scores more costs more.`;
}

/** Apart by no more than the machine rounds. */
function near(a: number | null, b: number | null): boolean {
  return a !== null && b !== null && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}
