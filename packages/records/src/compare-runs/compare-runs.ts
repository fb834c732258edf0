import { excerpt } from "../errors/excerpt.ts";
import { InvalidRecordError } from "../errors/record-errors.ts";
import { RecordsError } from "../errors/records-error.ts";
import type { Run, RunManifest } from "../run.ts";
import { shortRunId } from "../run-id.ts";
import type { RunStore } from "../run-store.ts";
import { taskFamilies } from "../task-families.ts";
import { compareSubjects, type SubjectPair } from "./compare-subjects.ts";
import type { ComparedRun, RunComparison } from "./run-comparison.ts";
import { changedTasks, runDifferences } from "./run-differences.ts";
import { type RunScores, readRunScores } from "./run-scores.ts";

/** How two runs are compared. */
export interface CompareRunsOptions {
  /** A subject of A beside one of B; default: each that both have, by its name. May be two subjects of one run. */
  subjects?: { a: string; b: string };
  /** Differences within ± this do not matter; 0 to 1. Default 0.05. */
  margin?: number;
  /** Of what is drawn. Default 1. */
  seed?: number;
  /** Where B is kept, when it is elsewhere. */
  storeB?: RunStore;
}

/** A subject that a run does not have. */
export class UnknownSubjectOfRunError extends RecordsError {
  override readonly name = "UnknownSubjectOfRunError";

  constructor(subject: string, { id, manifest }: Pick<Run, "id" | "manifest">) {
    const there = manifest.subjects.map((each) => excerpt(each, 60)).join(", ");
    super(
      "unknown-subject-of-run",
      `Run ${shortRunId(id)} has no subject "${excerpt(subject, 60)}". Choose one of: ${there}.`,
    );
  }
}

/**
 * Puts run B beside run A. Tasks are paired by id and content: those whose content differs are named and left out.
 * Verdicts come from a paired t over tasks, each of the same weight, Holm over subjects, by the rules of the reports.
 * Runs that are hardly alike are compared as far as they share tasks, and labelled in `unlike`.
 * Memory goes with subjects × tasks; cells are read page by page.
 */
export async function compareRuns(
  store: RunStore,
  a: Run,
  b: Run,
  options: CompareRunsOptions = {},
): Promise<RunComparison> {
  const { subjects, storeB = store } = options;
  if (subjects && !a.manifest.subjects.includes(subjects.a))
    throw new UnknownSubjectOfRunError(subjects.a, a);
  if (subjects && !b.manifest.subjects.includes(subjects.b))
    throw new UnknownSubjectOfRunError(subjects.b, b);
  const [scoresA, scoresB] = [await readRunScores(store, a), await readRunScores(storeB, b)];
  return compareScores({ run: a, scores: scoresA }, { run: b, scores: scoresB }, options);
}

/** One side of `compareScores`: a run, or what is known of one that is not in a store. */
export interface ScoredRun {
  run: Pick<Run, "id" | "manifest" | "state" | "createdAt" | "plannedCells">;
  scores: RunScores;
  /** The content of tasks is not known: they are paired by name. Default false. */
  unknownContent?: boolean;
}

/** Compares two runs by their scores. Pure. */
export function compareScores(
  a: ScoredRun,
  b: ScoredRun,
  { subjects, margin = 0.05, seed = 1 }: CompareRunsOptions = {},
): RunComparison {
  if (!(margin >= 0 && margin < 1))
    throw new InvalidRecordError("The margin", margin, "a number from 0 to 1");
  const unchecked = (a.unknownContent ?? false) || (b.unknownContent ?? false);
  const tasks = { ...tasksOf(a.run.manifest, b.run.manifest, unchecked), unchecked };
  // Cases of a suite may have been given families since: then these hold for both.
  const families = new Map([...taskFamilies(a.run.manifest), ...taskFamilies(b.run.manifest)]);
  const common = a.run.manifest.subjects.filter((name) => b.run.manifest.subjects.includes(name));
  const chosen = subjects ? [subjects] : common.map((name) => ({ a: name, b: name }));
  const pairs = chosen.map(
    (pair): SubjectPair => ({
      a: { subject: pair.a, scores: a.scores.bySubject.get(pair.a) ?? new Map() },
      b: { subject: pair.b, scores: b.scores.bySubject.get(pair.b) ?? new Map() },
    }),
  );
  return {
    a: comparedRun(a),
    b: comparedRun(b),
    unlike: unlikeOf(a.run, b.run, { shared: tasks.shared.length, pairs: pairs.length }),
    differences: unchecked
      ? { matter: [], informational: [], same: [] }
      : runDifferences(a.run.manifest, b.run.manifest),
    tasks,
    subjects: compareSubjects(pairs, tasks.shared, { margin, seed, families }).map((compared, at) => ({
      ...compared,
      unpaired: unpairedOf(pairs[at]!, tasks),
    })),
    subjectsOnlyA: a.run.manifest.subjects.filter((name) => !common.includes(name)),
    subjectsOnlyB: b.run.manifest.subjects.filter((name) => !common.includes(name)),
  };
}

function tasksOf(a: RunManifest, b: RunManifest, unchecked: boolean) {
  const changed = unchecked ? [] : changedTasks(a, b);
  const left = new Set(changed);
  const inB = Object.keys(b.tasks);
  return {
    shared: inB.filter((id) => Object.hasOwn(a.tasks, id) && !left.has(id)),
    changed,
    onlyA: Object.keys(a.tasks).filter((id) => !Object.hasOwn(b.tasks, id)),
    onlyB: inB.filter((id) => !Object.hasOwn(a.tasks, id)),
  };
}

function unpairedOf(
  { a, b }: SubjectPair,
  { changed, onlyA, onlyB }: RunComparison["tasks"],
): RunComparison["subjects"][number]["unpaired"] {
  return {
    changed: changed.filter((id) => a.scores.has(id) || b.scores.has(id)),
    onlyA: onlyA.filter((id) => a.scores.has(id)),
    onlyB: onlyB.filter((id) => b.scores.has(id)),
  };
}

function comparedRun({ run, scores }: ScoredRun): ComparedRun {
  const { id, manifest, state, createdAt, plannedCells } = run;
  const { kind, name, simulated } = manifest;
  return { id, kind, name, state, createdAt, simulated, planned: plannedCells, scored: scores.scored };
}

function unlikeOf(
  a: Pick<Run, "manifest">,
  b: Pick<Run, "manifest">,
  { shared, pairs }: { shared: number; pairs: number },
): string[] {
  const [left, right] = [a.manifest, b.manifest];
  const said: string[] = [];
  if (left.kind !== right.kind)
    said.push(
      `These are runs of two kinds, ${left.kind} and ${right.kind}: their scores do not mean the same.`,
    );
  if (left.name !== right.name)
    said.push(
      `These are runs of two benchmarks, ${excerpt(left.name, 120)} and ${excerpt(right.name, 120)}.`,
    );
  if (shared === 0) said.push("They have no task in common with the same content: nothing can be compared.");
  if (pairs === 0) said.push("They have no subject in common: choose one of each to compare.");
  if (left.simulated !== right.simulated)
    said.push("The models of one of them were simulated: the difference says nothing about the real ones.");
  return said;
}
