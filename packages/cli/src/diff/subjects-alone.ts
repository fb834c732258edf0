import type { RunComparison } from "@flow-state-dev/records";

/** Subjects of each run without a partner in the other: two of other names may have been put beside each other. */
export function subjectsAlone({ subjects, subjectsOnlyA, subjectsOnlyB }: RunComparison): {
  onlyA: string[];
  onlyB: string[];
} {
  return {
    onlyA: subjectsOnlyA.filter((name) => !subjects.some(({ a }) => a.subject === name)),
    onlyB: subjectsOnlyB.filter((name) => !subjects.some(({ b }) => b.subject === name)),
  };
}
