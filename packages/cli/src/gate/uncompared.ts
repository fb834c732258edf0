import type { RunComparison, SubjectComparison } from "@flow-state-dev/records";
import { subjectsAlone } from "../diff/subjects-alone.ts";
import { listNames } from "../text/list-names.ts";
import { counted } from "../text/show-numbers.ts";

/** Something that a comparison says nothing about. */
export interface Uncompared {
  sentence: string;
  /** It is more than what was compared, and not because it was left out on purpose. */
  most: boolean;
}

/**
 * What is in one of the two runs and could not be compared: a regression could hide in it. Tasks are told for each
 * subject, those that share a sentence in one; `unit` is what a task is called, `against` what the earlier run is.
 */
export function uncomparedOf(
  comparison: RunComparison,
  { unit, against }: { unit: string; against: string },
): Uncompared[] {
  const bySentence = new Map<string, { names: string[]; most: boolean }>();
  for (const subject of comparison.subjects) {
    const found = uncomparedTasks(subject, unit, against);
    if (found === null) continue;
    const names = bySentence.get(found.sentence)?.names ?? [];
    bySentence.set(found.sentence, { names: [...names, subject.b.subject], most: found.most });
  }
  const named = hasSeveral(comparison);
  const tasks = [...bySentence].map(([sentence, { names, most }]) => ({
    sentence: named ? `${listNames(names)}: ${sentence}` : sentence,
    most,
  }));
  return [...tasks, ...uncomparedSubjects(comparison, unit === "case" ? "agent" : "subject", against)];
}

/** Is there more than one subject to speak of, on either side? */
export function hasSeveral(comparison: RunComparison): boolean {
  const { onlyA, onlyB } = subjectsAlone(comparison);
  return comparison.subjects.length + onlyA.length + onlyB.length > 1;
}

function uncomparedTasks(
  { pairs, droppedTasks, unpaired, tasks }: SubjectComparison,
  unit: string,
  against: string,
): Uncompared | null {
  // A task that neither side tried is not one of this subject: suites may name an agent for a case.
  const tried = new Set(pairs.filter(({ a, b }) => a !== null || b !== null).map(({ task }) => task));
  const silent = droppedTasks.filter((task) => tried.has(task));
  const groups: [string, readonly string[]][] = [
    ["no result here or there", silent],
    ["changed content", unpaired.changed],
    ["not in this run", unpaired.onlyA],
    [`not in ${against}`, unpaired.onlyB],
  ];
  const missing = groups.filter(([, names]) => names.length > 0);
  if (missing.length === 0) return null;
  const total = tasks + groups.reduce((sum, [, names]) => sum + names.length, 0);
  const why = missing.map(([what, names]) => `${what}: ${listNames(names)}`).join("; ");
  return {
    sentence: `${tasks} of ${counted(total, unit)} compared with ${against} (${why}).`,
    most: silent.length + unpaired.changed.length > tasks,
  };
}

function uncomparedSubjects(comparison: RunComparison, noun: string, against: string): Uncompared[] {
  const { onlyA, onlyB } = subjectsAlone(comparison);
  const told = (names: readonly string[], where: string, other: string) =>
    names.length === 0
      ? []
      : [
          {
            sentence: `${counted(names.length, noun)} of ${where} not compared, for ${other} does not have ${names.length === 1 ? "it" : "them"}: ${listNames(names)}.`,
            most: false,
          },
        ];
  return [...told(onlyA, against, "this run"), ...told(onlyB, "this run", against)];
}
