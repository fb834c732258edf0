import type { BenchmarkReport } from "../report/benchmark-report.ts";
import { plainText } from "./plain-text.ts";
import { listed } from "./words.ts";

/** Which subjects are worth their money; null when there are not two whose cost and score are known. */
export function moneySentence({ summaries }: BenchmarkReport): string | null {
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
  return `On score for money no subject beats another: who scores more costs more.`;
}
