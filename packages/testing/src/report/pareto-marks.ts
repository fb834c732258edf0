import { paretoFront } from "@flow-state-dev/stats";
import type { SubjectSummary } from "./benchmark-report.ts";

/**
 * For each subject whether no other scores as much for less; null when that cannot be told. A subject of unknown
 * cost might beat any other, so beside one only those that are beaten anyway are marked. When nothing cost anything
 * there is nothing to weigh.
 */
export function paretoMarks(
  subjects: readonly Pick<SubjectSummary, "mean" | "costPerTaskUsd">[],
): (boolean | null)[] {
  const scored = subjects.filter(({ mean }) => mean !== null);
  const complete = scored.every(({ costPerTaskUsd }) => costPerTaskUsd !== null);
  const points = scored.flatMap((subject) =>
    subject.costPerTaskUsd === null ? [] : [{ subject, cost: subject.costPerTaskUsd, score: subject.mean! }],
  );
  if (!points.some(({ cost }) => cost > 0)) return subjects.map(() => null);
  const known = new Set(points.map(({ subject }) => subject));
  const front = new Set(paretoFront(points).map(({ subject }) => subject));
  return subjects.map((subject) => {
    if (!known.has(subject)) return null;
    if (!front.has(subject)) return false;
    return complete ? true : null;
  });
}
