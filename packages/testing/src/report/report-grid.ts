import { type Families, familiesOf } from "@flow-state-dev/stats";
import type { BenchmarkRunResult } from "./benchmark-run-result.ts";
import type { BuildBenchmarkReportMeta } from "./build-benchmark-report-meta.ts";
import { categoryLabels } from "./category-labels.ts";
import { type CellColumns, columnsOf } from "./cell-columns.ts";
import { Places } from "./places.ts";

/** A subject of a report. */
export interface GridSubject {
  name: string;
  kind: "pattern" | "baseline";
}

/** A task of a report, its category as the report calls it. */
export interface GridTask {
  id: string;
  category: string;
  family?: string;
}

/** All cells by subject and task, and what was planned. Everything in a report is folded from it. */
export interface ReportGrid {
  subjects: readonly GridSubject[];
  tasks: readonly GridTask[];
  /** The family of each task; undefined when none has a sibling, and everything goes by tasks. */
  families: Families | undefined;
  /** As the report calls them. */
  categories: readonly string[];
  /** Place of the subject that others are compared with; −1 when there is none. */
  primary: number;
  /** Their place is `subject * tasks.length + task`. */
  cells: CellColumns;
  /** `planned[subject][task]`: how many cells there should be; never fewer than there are. */
  planned: readonly (readonly number[])[];
}

/**
 * Sorts results into a grid. What the configuration names comes first and in its order, whatever else the results
 * hold follows as first seen. The order of the results themselves makes no difference then.
 */
export function gridOf(runs: readonly BenchmarkRunResult[], meta: BuildBenchmarkReportMeta): ReportGrid {
  const subjects: GridSubject[] = [];
  const subjectNames = new Places();
  const subjectPlace = (name: string, kind: GridSubject["kind"]): number =>
    subjectNames.of(name) ?? subjectNames.add(name, subjects.push({ name, kind }) - 1);
  for (const { name, kind } of meta.subjects ?? []) subjectPlace(name, kind);
  const named = subjects.length;

  // A task is told by its category and id, because results made by hand may use an id in two categories.
  const tasks: GridTask[] = [];
  const categories = new Places();
  const taskIds: Places[] = [];
  const taskPlace = (category: string, id: string, family: string | undefined): number => {
    const place = categories.of(category) ?? categories.add(category, taskIds.push(new Places()) - 1);
    const ids = taskIds[place]!;
    const task = ids.of(id) ?? ids.add(id, tasks.push({ id, category }) - 1);
    if (family !== undefined) tasks[task]!.family ??= family;
    return task;
  };
  for (const { category, id, family } of meta.tasks ?? []) taskPlace(category, id, family);
  const plannedTasks = tasks.length;

  // Every result is looked at once, though how many tasks there are is known only at the end.
  const subjectOf = new Uint32Array(runs.length);
  const places = new Uint32Array(runs.length);
  for (let at = 0; at < runs.length; at++) {
    const { subject, kind, category, taskId, family } = runs[at]!;
    subjectOf[at] = subjectPlace(subject, kind);
    places[at] = taskPlace(category, taskId, family);
  }
  for (let at = 0; at < runs.length; at++) places[at]! += subjectOf[at]! * tasks.length;
  const cells = columnsOf(runs, places, subjects.length * tasks.length);

  const plannedSubjects = meta.subjects === undefined ? subjects.length : named;
  const due = Number.isSafeInteger(meta.runs) ? meta.runs : 0;
  const planned = subjects.map((_, subject) =>
    tasks.map((_, task) => {
      const place = subject * tasks.length + task;
      const there = cells.starts[place + 1]! - cells.starts[place]!;
      return subject < plannedSubjects && task < plannedTasks ? Math.max(due, there) : there;
    }),
  );
  const labels = categoryLabels(categories.keys);
  for (const task of tasks) task.category = labels.get(task.category)!;
  return {
    subjects,
    tasks,
    families: familiesOf(tasks.map(({ family }) => family)),
    categories: [...labels.values()],
    primary: primaryOf(subjects, meta.primaryBaseline),
    cells,
    planned,
  };
}

/** From where to where the cells of a subject's task lie in the columns. */
export function cellsOfTask(
  { cells, tasks }: ReportGrid,
  subject: number,
  task: number,
): [start: number, end: number] {
  const place = subject * tasks.length + task;
  return [cells.starts[place]!, cells.starts[place + 1]!];
}

/** The families of some of the tasks, in their order; undefined when none of these has a sibling among them. */
export function familiesAmong(
  { tasks: all, families }: Pick<ReportGrid, "tasks" | "families">,
  tasks: readonly number[],
): Families | undefined {
  return families && familiesOf(tasks.map((task) => all[task]!.family));
}

/** From where to where all cells of a subject lie in the columns. */
export function cellsOfSubject({ cells, tasks }: ReportGrid, subject: number): [start: number, end: number] {
  return [cells.starts[subject * tasks.length]!, cells.starts[(subject + 1) * tasks.length]!];
}

/** The baseline that is named; when none is named the first there is. One that is named and missing is missing. */
function primaryOf(subjects: readonly GridSubject[], named: string | undefined): number {
  if (named === undefined) return subjects.findIndex(({ kind }) => kind === "baseline");
  return subjects.findIndex(({ name }) => name === named);
}
