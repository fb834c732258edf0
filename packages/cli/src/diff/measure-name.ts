import type { RunComparison } from "@flow-state-dev/records";

/**
 * What the score of two runs is called: cases of a suite pass or fail, whatever comes out, and tasks of a benchmark
 * have scores, even where all of them happen to be 0 or 1.
 */
export function measureName({ a, b }: Pick<RunComparison, "a" | "b">): "pass rate" | "mean score" {
  return a.kind === "compare" || b.kind === "compare" ? "mean score" : "pass rate";
}
