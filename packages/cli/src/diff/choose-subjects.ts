import { FlowError } from "@flow-state-dev/core";
import type { Run } from "@flow-state-dev/records";

/** More subjects were named than can be put beside each other. */
class TooManySubjectsError extends FlowError {
  override readonly name = "TooManySubjectsError";

  constructor(count: number) {
    super(`--subject was given ${count} times: once for a subject of both runs, or twice for one of each.`, {
      code: "too-many-subjects",
    });
  }
}

/**
 * Which subjects are compared: those that were named, or, when each run has exactly one and it is called otherwise,
 * these two; undefined means all that both have.
 */
export function chooseSubjects(
  named: readonly string[] | undefined,
  a: Pick<Run, "manifest">,
  b: Pick<Run, "manifest">,
): { a: string; b: string } | undefined {
  if (named === undefined || named.length === 0) {
    const [onlyA, onlyB] = [a.manifest.subjects, b.manifest.subjects];
    return onlyA.length === 1 && onlyB.length === 1 ? { a: onlyA[0]!, b: onlyB[0]! } : undefined;
  }
  if (named.length > 2) throw new TooManySubjectsError(named.length);
  return { a: named[0]!, b: named.at(-1)! };
}
