import {
  type ComparedSide,
  compareRuns,
  findRun,
  type Run,
  type RunStore,
  type SubjectComparison,
  shortRunId,
} from "@flow-state-dev/records";
import type { ComparisonView, Flip, RunHead, SideAddress } from "@flow-state-dev/viewer";
import { verdictText } from "../diff/diff-text.ts";
import { measureName } from "../diff/measure-name.ts";
import {
  counted,
  differenceRange,
  digitsOfChange,
  fixed,
  possibleDifference,
  signed,
} from "../text/show-numbers.ts";

/** Two runs, or two subjects of one, for the page. Without subjects: the same one on both sides, else the first two. */
export async function compareSides(
  store: RunStore,
  a: SideAddress,
  b: SideAddress,
  headFor: (run: Run) => Promise<RunHead>,
): Promise<ComparisonView> {
  const [runA, runB] = [await findRun(store, a.run), await findRun(store, b.run)];
  const subjects = subjectsFor(runA, runB, a.subject, b.subject);
  const comparison = await compareRuns(store, runA, runB, { subjects });
  const found = comparison.subjects[0]!;
  const { matter } = comparison.differences;
  return {
    a: { head: await headFor(runA), ...sideOf(found.a) },
    b: { head: await headFor(runB), ...sideOf(found.b) },
    subjectsA: [...runA.manifest.subjects],
    subjectsB: [...runB.manifest.subjects],
    differences: matter.map(({ what, a, b }) => ({ what, a, b })),
    label: sameSide(runA, runB, subjects) ?? labelOf(comparison.unlike, matter),
    sentences: [
      ...sentencesOf(found, measureName(comparison)),
      ...(runA.id === runB.id && subjects.a !== subjects.b ? [`Both are of run ${shortRunId(runA.id)}`] : []),
    ],
    tasks: found.tasks,
    ...(found.families !== undefined && { families: found.families }),
    onlyA: comparison.tasks.onlyA.length,
    onlyB: comparison.tasks.onlyB.length,
    changed: comparison.tasks.changed.length,
    delta: found.delta,
    interval: found.paired && possibleDifference(found.paired.interval95),
    verdict: found.tasks === 0 ? null : found.verdict,
    costRatio: found.costRatio && { value: found.costRatio.value, interval: found.costRatio.interval95 },
    perTask: perTaskOf(found),
    better: flipsOf(found, "gained"),
    worse: flipsOf(found, "lost"),
  };
}

function subjectsFor(a: Run, b: Run, namedA?: string, namedB?: string): { a: string; b: string } {
  const [ofA, ofB] = [a.manifest.subjects, b.manifest.subjects];
  const first =
    namedA ?? ofA.find((name) => name === namedB) ?? ofA.find((name) => ofB.includes(name)) ?? ofA[0]!;
  if (namedB !== undefined) return { a: first, b: namedB };
  // Two subjects of one run: nothing is learned from one beside itself.
  if (a.id === b.id) return { a: first, b: ofB.find((name) => name !== first) ?? first };
  return { a: first, b: ofB.includes(first) ? first : ofB[0]! };
}

function sideOf({ subject, mean, costUsd }: ComparedSide) {
  return { subject, mean, costPerTaskUsd: costUsd };
}

/** Nothing can be learned from a subject beside itself. */
function sameSide(a: Run, b: Run, subjects: { a: string; b: string }): string | null {
  if (a.id !== b.id || subjects.a !== subjects.b) return null;
  return `Both sides are ${subjects.a} in run ${shortRunId(a.id)}: there is no difference to see. Choose another run or another subject for one of them.`;
}

function labelOf(unlike: readonly string[], matter: readonly { topic: string }[]): string | null {
  if (unlike.length > 0) return unlike.join(" ");
  const topics = [...new Set(matter.map(({ topic }) => topic))];
  return topics.length === 0 ? null : `These two runs are not alike: they differ in ${topics.join(", ")}.`;
}

function sentencesOf(found: SubjectComparison, measure: string): string[] {
  const { a, b, delta, paired, tasks, droppedTasks } = found;
  if (delta === null || a.mean === null || b.mean === null)
    return ["Nothing to compare: no task has a score on both sides."];
  const within = paired === null ? "" : ` (${differenceRange(paired.interval95)})`;
  const digits = digitsOfChange(a.mean, b.mean);
  return [
    `The ${measure} goes from ${fixed(a.mean, digits)} to ${fixed(b.mean, digits)}, ${signed(delta, digits)}${within}, ${verdictText(found)}.`,
    ...(droppedTasks.length > 0
      ? [
          `Compared on ${counted(tasks, "task")}; ${counted(droppedTasks.length, "other")} without a score on one side.`,
        ]
      : []),
  ];
}

function perTaskOf({ pairs }: SubjectComparison): ComparisonView["perTask"] {
  return pairs
    .flatMap(({ task, a, b }) => (a?.mean == null || b?.mean == null ? [] : [{ task, a: a.mean, b: b.mean }]))
    .sort((x, y) => x.b - x.a - (y.b - y.a));
}

function flipsOf({ a, b, flips, pairs }: SubjectComparison, direction: "gained" | "lost"): Flip[] {
  return flips
    .filter((flip) => flip.direction === direction)
    .flatMap(({ task, failedRun, passedRun }) => {
      const pair = pairs.find((each) => each.task === task);
      if (pair?.a?.mean == null || pair.b?.mean == null) return [];
      const [runA, runB] = direction === "gained" ? [failedRun, passedRun] : [passedRun, failedRun];
      const flip: Flip = {
        ...{ task, a: pair.a.mean, b: pair.b.mean },
        cellA: { subject: a.subject, task, repetition: runA },
        cellB: { subject: b.subject, task, repetition: runB },
        outcomeA: direction === "gained" ? "failed" : "passed",
        outcomeB: direction === "gained" ? "passed" : "failed",
      };
      return [flip];
    });
}
