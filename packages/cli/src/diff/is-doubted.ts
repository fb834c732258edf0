import type { SubjectComparison } from "@flow-state-dev/records";

/** Does the sign-flip test, which assumes less than the paired t, not see a difference that the verdict names? */
export function isDoubted({
  verdict,
  paired,
  permutation,
}: Pick<SubjectComparison, "verdict" | "paired" | "permutation">): boolean {
  if (verdict !== "better" && verdict !== "worse") return false;
  return paired !== null && permutation !== null && permutation.pAdjusted >= 0.05;
}
