import {
  type CellAddress,
  type GridView,
  noCell,
  type OutcomeName,
  outcomeOfCode,
  scoreOfCode,
} from "../../src/contract/index.ts";
import { counted } from "../parts/format.ts";

/** What is shown of a grid. */
export interface GridFilter {
  outcome: string;
  category: string;
  subject: string;
  /** Part of the name of a task. */
  text: string;
  sort: "order" | "hardest" | "split";
}

/** Where a cell is in the letters of a grid. */
export function placeOf(
  { tasks, repetitions }: GridView,
  subject: number,
  task: number,
  repetition: number,
): number {
  return (subject * tasks.length + task) * repetitions + repetition;
}

/** Is there a cell at a place? Not beyond the runs of a task that repeats less often than others. */
export function isCell({ codes }: GridView, place: number): boolean {
  return codes[place] !== noCell;
}

/** The runs of a task that any subject has a cell for, from 0. */
export function runsOf(grid: GridView, task: number): number[] {
  return Array.from({ length: grid.repetitions }, (_, run) => run).filter((run) =>
    grid.subjects.some((_, subject) => isCell(grid, placeOf(grid, subject, task, run))),
  );
}

/** How often tasks were to be run, in words. */
export function runsText({ codes, repetitions, tasks, subjects }: GridView): string {
  let [least, most] = [repetitions, 0];
  for (let pair = 0; pair < subjects.length * tasks.length; pair++) {
    const own = codes.slice(pair * repetitions, (pair + 1) * repetitions).trimEnd().length;
    if (own > 0) [least, most] = [Math.min(least, own), Math.max(most, own)];
  }
  return least < most ? `${least}–${most} runs` : counted(repetitions, "run");
}

/** The outcome at a place that has a cell. */
export function outcomeAt({ codes }: GridView, place: number): OutcomeName {
  return outcomeOfCode(codes[place] ?? ".");
}

/** Has any run of a subject on a task ended? Before, there is nothing to know of what it costs. */
export function hasEnded(grid: GridView, pair: number): boolean {
  const from = pair * grid.repetitions;
  return Array.from(grid.codes.slice(from, from + grid.repetitions), outcomeOfCode).some(
    (outcome) => outcome !== "untried" && outcome !== "running",
  );
}

/** The score at a place, 0 to 1; null without one. */
export function scoreAt({ scores }: GridView, place: number): number | null {
  return scoreOfCode(scores[place] ?? " ");
}

/** The place of a cell by its address; -1 when it is not in the grid. */
export function findPlace(grid: GridView, { subject, task, repetition }: CellAddress): number {
  const row = grid.subjects.indexOf(subject);
  const column = grid.tasks.findIndex(({ id }) => id === task);
  if (row < 0 || column < 0 || repetition >= grid.repetitions) return -1;
  const place = placeOf(grid, row, column, repetition);
  return isCell(grid, place) ? place : -1;
}

/** The first cell of these subjects and tasks; -1 when they have none. */
export function firstPlace(grid: GridView, subjects: readonly number[], tasks: readonly number[]): number {
  for (const subject of subjects)
    for (const task of tasks)
      for (let run = 0; run < grid.repetitions; run++) {
        const place = placeOf(grid, subject, task, run);
        if (isCell(grid, place)) return place;
      }
  return -1;
}

/** The address of a place. */
export function addressOf({ subjects, tasks, repetitions }: GridView, place: number): CellAddress {
  const pair = Math.floor(place / repetitions);
  return {
    subject: subjects[Math.floor(pair / tasks.length)]!,
    task: tasks[pair % tasks.length]!.id,
    repetition: place % repetitions,
  };
}

/** Which tasks the filter leaves, as positions, in the order it asks for. */
export function tasksShown(grid: GridView, subjects: readonly number[], filter: GridFilter): number[] {
  const text = filter.text.trim().toLowerCase();
  const found = grid.tasks.flatMap(({ id, category }, at) => {
    if (text !== "" && !id.toLowerCase().includes(text)) return [];
    if (filter.category !== "" && category !== filter.category) return [];
    if (filter.outcome !== "" && !hasOutcome(grid, subjects, at, filter.outcome)) return [];
    return [at];
  });
  if (filter.sort === "order") return found;
  const keys = new Map(found.map((at) => [at, sortKey(grid, subjects, at, filter.sort)]));
  return found.sort((a, b) => keys.get(a)! - keys.get(b)!);
}

function hasOutcome(grid: GridView, subjects: readonly number[], task: number, outcome: string): boolean {
  return subjects.some((subject) => {
    for (let run = 0; run < grid.repetitions; run++) {
      const place = placeOf(grid, subject, task, run);
      if (isCell(grid, place) && outcomeAt(grid, place) === outcome) return true;
    }
    return false;
  });
}

/** The hardest have the lowest mean; the most split the largest spread between subjects. */
function sortKey(
  grid: GridView,
  subjects: readonly number[],
  task: number,
  sort: GridFilter["sort"],
): number {
  const means = subjects.flatMap((subject) => {
    const scores: number[] = [];
    for (let run = 0; run < grid.repetitions; run++) {
      const score = scoreAt(grid, placeOf(grid, subject, task, run));
      if (score !== null) scores.push(score);
    }
    return scores.length === 0 ? [] : [scores.reduce((sum, score) => sum + score, 0) / scores.length];
  });
  if (means.length === 0) return Number.POSITIVE_INFINITY;
  if (sort === "split") return Math.min(...means) - Math.max(...means);
  return means.reduce((sum, each) => sum + each, 0) / means.length;
}

/** Positions of the subjects that the filter leaves, in an order. */
export function subjectsShown(grid: GridView, order: readonly string[], { subject }: GridFilter): number[] {
  return order
    .map((name) => grid.subjects.indexOf(name))
    .filter((at) => at >= 0 && (subject === "" || grid.subjects[at] === subject));
}

/** Places of the cells that the filter leaves, in the order of rows by subject, or of a list by task. */
export function placesShown(
  grid: GridView,
  order: readonly string[],
  filter: GridFilter,
  by: "subject" | "task",
): number[] {
  const subjects = subjectsShown(grid, order, filter);
  const tasks = tasksShown(grid, subjects, filter);
  const runs = (subject: number, task: number) =>
    Array.from({ length: grid.repetitions }, (_, run) => placeOf(grid, subject, task, run)).filter(
      (place) => isCell(grid, place) && (filter.outcome === "" || outcomeAt(grid, place) === filter.outcome),
    );
  return by === "subject"
    ? subjects.flatMap((subject) => tasks.flatMap((task) => runs(subject, task)))
    : tasks.flatMap((task) => subjects.flatMap((subject) => runs(subject, task)));
}

/** How many of these cells came out how. */
export function countOutcomes(
  grid: GridView,
  subjects: readonly number[],
  tasks: readonly number[],
): Partial<Record<OutcomeName, number>> {
  const counts: Partial<Record<OutcomeName, number>> = {};
  for (const subject of subjects)
    for (const task of tasks)
      for (let run = 0; run < grid.repetitions; run++) {
        const place = placeOf(grid, subject, task, run);
        if (!isCell(grid, place)) continue;
        const outcome = outcomeAt(grid, place);
        counts[outcome] = (counts[outcome] ?? 0) + 1;
      }
  return counts;
}

/** To the next square, across or down: -1, 0 or 1 each. */
export type Step = readonly [across: number, down: number];

/** The cell next to one, as the squares are laid out: beyond places that have none, and the same one at the edge. */
export function nextPlace(
  grid: GridView,
  { subjects, tasks, wide }: { subjects: readonly number[]; tasks: readonly number[]; wide: boolean },
  place: number,
  [across, down]: Step,
): number {
  const pair = Math.floor(place / grid.repetitions);
  const subject = subjects.indexOf(Math.floor(pair / grid.tasks.length));
  const task = tasks.indexOf(pair % grid.tasks.length);
  const [groups, rows] = wide ? [tasks, subjects] : [subjects, tasks];
  let flat = (wide ? task : subject) * grid.repetitions + (place % grid.repetitions);
  let row = wide ? subject : task;
  for (;;) {
    flat += across;
    row += down;
    if (flat < 0 || flat >= groups.length * grid.repetitions || row < 0 || row >= rows.length) return place;
    const group = groups[Math.floor(flat / grid.repetitions)]!;
    const [s, t] = wide ? [rows[row]!, group] : [group, rows[row]!];
    const next = placeOf(grid, s, t, flat % grid.repetitions);
    if (isCell(grid, next)) return next;
  }
}
