import { fullModelId } from "@flow-state-dev/core";
import { sameFamily } from "./same-family.ts";

/**
 * A judge tends to like what is like itself: says so of judges that are among those who did the work, or of their
 * family; null when none is.
 *
 * @param what what is judged: `answers`, `work`
 */
export function selfPreferenceWarning(
  judges: readonly string[],
  executors: readonly string[],
  what: string,
): string | null {
  const known = new Set(judges.map(fullModelId));
  const same = executors.filter((id) => known.has(fullModelId(id)));
  if (same.length > 0)
    return `Self-preference: ${same.join(", ")} judges its own ${what}, which tends to raise scores. Name a judge of another family: judgeModel, or --judge-model on the command line.`;
  const related = executors.filter((id) => judges.some((judge) => sameFamily(id, judge)));
  if (related.length === 0) return null;
  return `Self-preference: the judge ${judges.join(", ")} is of the same family as ${related.join(", ")}, which may raise those scores. A judge of another family is safer.`;
}
