import {
  differenceOf,
  type Families,
  independentUnits,
  minimumTasks,
  pairedT,
  paretoFront,
  signFlip,
  taskDifferences,
} from "@flow-state-dev/stats";
import type { SubjectSummary } from "./benchmark-report.ts";
import { costOfOneRun } from "./cost-ratios-of.ts";
import { familiesAmong, type ReportGrid } from "./report-grid.ts";
import type { SubjectScores } from "./subject-scores.ts";

/** The chance that a subject is called dominated and is not, shared by all that could dominate it. */
const alpha = 0.05;

/** What a subject costs and scores by the means. */
interface Point {
  place: number;
  cost: number;
  score: number;
}

/** How a subject stands on score for money. */
type ParetoMark = Pick<SubjectSummary, "pareto" | "dominated">;

/**
 * For each subject whether no other scores as much for less by the means, and whether one that does so does it surely.
 * A subject of unknown cost might beat any other, so beside one only those that are beaten anyway are marked. When
 * nothing cost anything there is nothing to weigh.
 */
export function paretoMarks(
  grid: ReportGrid,
  scores: readonly SubjectScores[],
  summaries: readonly Pick<SubjectSummary, "mean" | "costPerTaskUsd">[],
): ParetoMark[] {
  const scored = summaries.filter(({ mean }) => mean !== null);
  const points = summaries.flatMap(({ mean, costPerTaskUsd }, place): Point[] =>
    mean === null || costPerTaskUsd === null ? [] : [{ place, cost: costPerTaskUsd, score: mean }],
  );
  const marks = summaries.map((): ParetoMark => ({ pareto: null, dominated: null }));
  if (!points.some(({ cost }) => cost > 0)) return marks;
  const front = paretoFront(points);
  const isComplete = points.length === scored.length;
  for (const point of points) {
    const { place } = point;
    if (front.includes(point)) {
      if (isComplete) marks[place] = { pareto: true, dominated: false };
      continue;
    }
    const rivals = front.filter(({ cost, score }) => cost <= point.cost && score >= point.score);
    const level = alpha / (points.length - 1);
    const isSure = rivals.some((rival) => dominates(grid, scores, [rival.place, place], level));
    marks[place] = { pareto: false, dominated: isSure ? true : null };
  }
  return marks;
}

/** Does one surely score no less and cost no more than the other, task by task, and one of the two better? */
function dominates(
  grid: ReportGrid,
  scores: readonly SubjectScores[],
  [rival, other]: readonly [number, number],
  level: number,
): boolean {
  const { tasks, differences } = taskDifferences(scores[rival]!.byTask, scores[other]!.byTask);
  const families = familiesAmong(grid, tasks);
  if (independentUnits(differences, families).values.length < minimumTasks) return false;
  const saved = tasks.map((task) =>
    differenceOf(costOfOneRun(grid, other, task)!, costOfOneRun(grid, rival, task)!),
  );
  const sides = [differences, saved].map((side) => surelyAbove(side, families, level));
  return !sides.includes(null) && sides.includes(true);
}

/** Is the mean surely above 0? False when nothing ever differed; null when it is below, or cannot be told. */
function surelyAbove(
  differences: readonly number[],
  families: Families | undefined,
  level: number,
): boolean | null {
  if (differences.every((value) => value === 0)) return false;
  const test = pairedT(differences, { families });
  if (test.state === "too-few-tasks" || test.mean < 0) return null;
  const { p } = test.state === "estimated" ? test : signFlip(independentUnits(differences, families).values);
  // Of the two sides that p is for only this one is asked for.
  return p / 2 < level ? true : null;
}
