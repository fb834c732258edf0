import type { Spend } from "./cell.ts";
import { fromNanoUsd, toNanoUsd } from "./nano-usd.ts";

/** US dollars of subject, judge and agent together, and of what else is named; to the billionth, whatever the order. */
export function spentUsd(
  { subject, judge, agent }: Pick<Spend, "subject" | "judge" | "agent">,
  ...more: readonly number[]
): number {
  const nanos = [subject, judge, agent, ...more].map((usd) => toNanoUsd(usd, "what was spent")!);
  return fromNanoUsd(nanos.reduce((sum, nano) => sum + nano, 0));
}
