import type { SubjectComparison } from "@flow-state-dev/records";

const alpha = 0.05;

/** Said behind `better` and `worse` where the test that assumes less is not convinced; else empty. */
export function hintText({
  verdict,
  paired,
  permutation,
}: Pick<SubjectComparison, "verdict" | "paired" | "permutation">): string {
  const decided = verdict === "better" || verdict === "worse";
  const doubted = decided && paired !== null && permutation !== null && permutation.pAdjusted >= alpha;
  return doubted ? "; a test that assumes less does not see it: take it as a hint" : "";
}

/** Would it be a difference, were it the only comparison? */
export function countsAlone(paired: SubjectComparison["paired"]): boolean {
  return paired !== null && paired.p < alpha;
}
