import {
  type ComparedSide,
  compareRuns,
  findRun,
  type OutcomeKind,
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
    better: await flipsOf(found, "gained", { store, failing: runA }),
    worse: await flipsOf(found, "lost", { store, failing: runB }),
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
  const topics = [...new Set(matter.map(({ topic }) => (topic === "runs" ? "the number of runs" : topic)))];
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

async function flipsOf(
  { a, b, flips, pairs }: SubjectComparison,
  direction: "gained" | "lost",
  { store, failing }: { store: RunStore; failing: Run },
): Promise<Flip[]> {
  const gained = direction === "gained";
  const own = flips.filter((flip) => flip.direction === direction);
  const failures = await failuresOf(store, failing, { subject: (gained ? a : b).subject, flips: own });
  const byTask = new Map(pairs.map((pair) => [pair.task, pair]));
  return own.flatMap(({ task, failedRun, passedRun }) => {
    const pair = byTask.get(task);
    if (pair?.a?.mean == null || pair.b?.mean == null) return [];
    const [runA, runB] = gained ? [failedRun, passedRun] : [passedRun, failedRun];
    const failure = failures.get(task) ?? "failed";
    const flip: Flip = {
      ...{ task, a: pair.a.mean, b: pair.b.mean },
      cellA: { subject: a.subject, task, repetition: runA },
      cellB: { subject: b.subject, task, repetition: runB },
      outcomeA: gained ? failure : "passed",
      outcomeB: gained ? "passed" : failure,
    };
    return [flip];
  });
}

/** By task how the run that a flip names came out, which did not pass: it failed, or broke, or was cut off. */
async function failuresOf(
  store: RunStore,
  { id }: Run,
  { subject, flips }: { subject: string; flips: SubjectComparison["flips"] },
): Promise<Map<string, OutcomeKind>> {
  const found = new Map<string, OutcomeKind>();
  if (flips.length === 0) return found;
  const failedRuns = new Map(flips.map(({ task, failedRun }) => [task, failedRun]));
  for await (const { task, run, outcome } of store.cells(id, { subject }))
    if (outcome !== null && failedRuns.get(task) === run) found.set(task, outcome.kind);
  return found;
}
