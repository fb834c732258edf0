import { mulberry32, shuffle } from "@flow-state-dev/stats";
import type { CellPlan } from "./cell-plan.ts";
import { PlanError } from "./plan-error.ts";
import { checkFacts, checkHash, checkName, type PlannedCell } from "./planned-cell.ts";

/** What the cells of one subject share. */
export interface PlannedSubject extends Pick<PlannedCell, "provider" | "limitUsd" | "timeoutMs"> {
  name: string;
}

/** What the cells of one task share; its limits come before those of the subject. */
export interface PlannedTask extends Pick<PlannedCell, "limitUsd" | "timeoutMs"> {
  id: string;
  /** Of its content. */
  hash: string;
}

/** Every subject on every task, so many times. */
export interface PlanCellsOptions {
  subjects: readonly (string | PlannedSubject)[];
  tasks: readonly PlannedTask[];
  /** Repetitions, at least 1. */
  runs: number;
  /** Name of the subject that goes first. */
  baseline?: string;
  /** Puts the tasks in a random order, the same for every run. */
  shuffleSeed?: number;
}

/**
 * The balanced order: run-major, task next, baseline first among the subjects, the others as given. Whenever the
 * sweep is cut off, every subject has been at the same tasks as often, give or take the last ones. The plan takes
 * memory for its subjects and tasks, as they are now, not for its cells. Throws `PlanError`.
 */
export function planCells({ subjects, tasks, runs, baseline, shuffleSeed }: PlanCellsOptions): CellPlan {
  if (!Number.isInteger(runs) || runs < 1) throw new PlanError(`${runs} is not a number of runs`);
  const inOrder = baselineFirst(
    subjects.map((subject) => subjectOf(typeof subject === "string" ? { name: subject } : subject)),
    baseline,
  );
  const copies = tasks.map(taskOf);
  const tasksInOrder = shuffleSeed === undefined ? copies : shuffle(copies, mulberry32(shuffleSeed));
  const subjectAt = placesOf(
    inOrder.map(({ name }) => name),
    "subject",
  );
  const taskAt = placesOf(
    tasksInOrder.map(({ id }) => id),
    "task",
  );
  const perRun = inOrder.length * tasksInOrder.length;
  return {
    count: perRun * runs,
    subjects: inOrder.map(({ name }) => name),
    tasks: tasksInOrder.map(({ id }) => id),
    runs,
    at(position) {
      const run = Math.floor(position / perRun);
      const within = position - run * perRun;
      const task = tasksInOrder[Math.floor(within / inOrder.length)]!;
      const subject = inOrder[within % inOrder.length]!;
      return cellOf(subject, task, run, subject.name === baseline);
    },
    positionOf({ subject, task, run }) {
      const [s, t] = [subjectAt.get(subject), taskAt.get(task)];
      if (s === undefined || t === undefined || !Number.isInteger(run) || run < 0 || run >= runs) return -1;
      return run * perRun + t * inOrder.length + s;
    },
    taskHash(task) {
      const place = taskAt.get(task);
      return place === undefined ? undefined : tasksInOrder[place]!.hash;
    },
  };
}

function cellOf(subject: PlannedSubject, task: PlannedTask, run: number, baseline: boolean): PlannedCell {
  const cell: PlannedCell = { subject: subject.name, task: task.id, run, taskHash: task.hash };
  if (baseline) cell.baseline = true;
  if (subject.provider !== undefined) cell.provider = subject.provider;
  const limitUsd = task.limitUsd ?? subject.limitUsd;
  if (limitUsd !== undefined) cell.limitUsd = limitUsd;
  const timeoutMs = task.timeoutMs ?? subject.timeoutMs;
  if (timeoutMs !== undefined) cell.timeoutMs = timeoutMs;
  return Object.freeze(cell);
}

/** A copy: what its owner changes later is none of the plan's. */
function subjectOf(subject: PlannedSubject): PlannedSubject {
  const { name, provider } = subject;
  checkName(name, "a subject");
  checkFacts(subject, `the subject ${name}`);
  if (provider === undefined || typeof provider === "string") return { ...subject };
  return { ...subject, provider: Object.freeze([...provider]) };
}

function taskOf(task: PlannedTask): PlannedTask {
  const { id, hash } = task;
  checkName(id, "a task");
  checkHash(hash, id);
  checkFacts(task, `the task ${id}`);
  return { ...task };
}

function baselineFirst(subjects: readonly PlannedSubject[], baseline: string | undefined): PlannedSubject[] {
  if (baseline === undefined) return [...subjects];
  const first = subjects.filter(({ name }) => name === baseline);
  if (first.length === 0) {
    const names = subjects.map(({ name }) => name).join(", ");
    throw new PlanError(`The baseline ${baseline} is none of the subjects (${names})`);
  }
  return [...first, ...subjects.filter(({ name }) => name !== baseline)];
}

function placesOf(names: readonly string[], what: string): Map<string, number> {
  const places = new Map<string, number>();
  names.forEach((name, place) => {
    if (places.has(name)) throw new PlanError(`Two are called ${name}, and every ${what} needs its own name`);
    places.set(name, place);
  });
  return places;
}
