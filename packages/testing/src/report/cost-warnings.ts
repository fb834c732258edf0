import { formatMoney, sumUsd } from "@flow-state-dev/core";
import type { SubjectSummary } from "./benchmark-report.ts";
import { oneLine } from "./one-line.ts";

type Costs = Pick<
  SubjectSummary,
  "subject" | "uncountedCostUsd" | "cachedCalls" | "cachedCostUsd" | "costPerTaskUsd"
>;

/** Says where what is compared is not what was paid: attempts that do not count, and answers from a cache. */
export function costWarnings(summaries: readonly Costs[]): string[] {
  return [...uncountedWarning(summaries), ...summaries.flatMap(cachedWarning)];
}

function uncountedWarning(summaries: readonly Costs[]): string[] {
  const parts = summaries.filter(({ uncountedCostUsd = 0 }) => uncountedCostUsd > 0);
  if (parts.length === 0) return [];
  const whole = sumUsd(parts.map(({ uncountedCostUsd }) => uncountedCostUsd!));
  const each = parts.map(
    ({ subject, uncountedCostUsd }) => `${oneLine(subject)} ${formatMoney(uncountedCostUsd!)}`,
  );
  return [
    `${formatMoney(whole)} went to attempts that do not count (${each.join(", ")}): they were cut off, failed, or were of another content of their task. It is in what was spent, and not in $/task, score/$ and cost ratios.`,
  ];
}

function cachedWarning({ subject, cachedCalls = 0, cachedCostUsd = 0, costPerTaskUsd }: Costs): string[] {
  if (cachedCalls === 0) return [];
  const [answers, them] = cachedCalls === 1 ? ["1 answer", "it"] : [`${cachedCalls} answers`, "them"];
  const cost =
    costPerTaskUsd === null
      ? `Not all is known of what making ${them} costs, so there is no $/task, score/$ and cost ratio of it`
      : `$/task, score/$ and cost ratios have what making ${them} costs, ${formatMoney(cachedCostUsd)} at the prices of this run`;
  return [`${answers} of ${oneLine(subject)} came from a cache, free. ${cost}. Its times are not a model's.`];
}
