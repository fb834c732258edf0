import type { SuiteResults } from "@flow-state-dev/suites";
import { percent } from "../text/show-numbers.ts";

/**
 * How many cases passed, and the pass rate with its interval: with one run a case both are the same, with several the
 * rate is of runs and the cases are those that passed every time. A rate over several agents would be the rate of
 * nobody.
 */
export function passedText({ passed, total, passRate, cases, agents }: SuiteResults): string {
  const repeated = cases.some(({ planned }) => planned > 1);
  const count = `${passed} of ${total} passed${repeated ? " every time" : ""}`;
  if (passRate === null || agents.length > 1) return count;
  const { value, interval } = passRate;
  const tried = cases.filter(({ passes }) => passes.of > 0).length;
  const rate = `${percent(value)} %${tried < total ? ` of the ${tried} with a result` : ""}`;
  const range = interval === null ? null : `95 % interval ${percent(interval[0])}–${percent(interval[1])} %`;
  if (!repeated) return `${count} (${range === null ? rate : `${rate}, ${range}`})`;
  return `${count} · pass rate ${rate}${range === null ? "" : ` (${range})`}`;
}
