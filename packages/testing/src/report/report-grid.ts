import type { BenchmarkRunResult } from "./benchmark-run-result.ts";
import type { BuildBenchmarkReportMeta } from "./build-benchmark-report-meta.ts";
import { categoryLabels } from "./category-labels.ts";
import { type GradedCell, gradeCell } from "./graded-cell.ts";

/** A subject of a report. */
export interface GridSubject {
  name: string;
  kind: "pattern" | "baseline";
}

/** A task of a report, its category as the report calls it. */
export interface GridTask {
  id: string;
  category: string;
}

/** All cells by subject and task, and what was planned. Everything in a report is folded from it. */
export interface ReportGrid {
  subjects: readonly GridSubject[];
  tasks: readonly GridTask[];
  /** As the report calls them. */
  categories: readonly string[];
  /** Place of the subject that others are compared with; −1 when there is none. */
  primary: number;
  /** `cells[subject][task]`, by repetition. */
  cells: readonly (readonly (readonly GradedCell[])[])[];
  /** `planned[subject][task]`: how many cells there should be; never fewer than there are. */
  planned: readonly (readonly number[])[];
}

/**
 * Sorts results into a grid. What the configuration names comes first and in its order, whatever else the results
 * hold follows as first seen. The order of the results themselves makes no difference then.
 */
export function gridOf(runs: readonly BenchmarkRunResult[], meta: BuildBenchmarkReportMeta): ReportGrid {
  const subjects = new Places<GridSubject>();
  for (const { name, kind } of meta.subjects ?? []) subjects.of(name) ?? subjects.add(name, { name, kind });
  const named = subjects.list.length;
  for (const { subject: name, kind } of runs) subjects.of(name) ?? subjects.add(name, { name, kind });

  // A task is told by its category and id, because results made by hand may use an id in two categories.
  const categories = new Map<string, Places<{ id: string; category: string }>>();
  const tasks: { id: string; category: string }[] = [];
  const taskPlace = (category: string, id: string): number => {
    let ids = categories.get(category);
    if (ids === undefined) {
      ids = new Places(tasks);
      categories.set(category, ids);
    }
    return ids.of(id) ?? ids.add(id, { id, category });
  };
  for (const { category, id } of meta.tasks ?? []) taskPlace(category, id);
  const plannedTasks = tasks.length;
  const places = Uint32Array.from(runs, ({ category, taskId }) => taskPlace(category, taskId));

  const cells = emptyGrid(subjects.list.length, tasks.length, runs.length, (at) => {
    places[at]! += subjects.of(runs[at]!.subject)! * tasks.length;
    return places[at]!;
  });
  const filled = new Uint32Array(subjects.list.length * tasks.length);
  for (let at = 0; at < runs.length; at++) {
    const place = places[at]!;
    const subject = Math.floor(place / tasks.length);
    cells[subject]![place - subject * tasks.length]![filled[place]!++] = gradeCell(runs[at]!);
  }
  for (const ofSubject of cells) {
    for (const ofTask of ofSubject)
      if (!isInOrder(ofTask)) ofTask.sort((a, b) => a.result.run - b.result.run);
  }
  const plannedSubjects = meta.subjects === undefined ? subjects.list.length : named;
  const due = Number.isSafeInteger(meta.runs) ? meta.runs : 0;
  const planned = cells.map((ofSubject, subject) =>
    ofSubject.map((ofTask, task) =>
      subject < plannedSubjects && task < plannedTasks ? Math.max(due, ofTask.length) : ofTask.length,
    ),
  );
  const labels = categoryLabels(categories.keys());
  return {
    subjects: subjects.list,
    tasks: tasks.map(({ id, category }) => ({ id, category: labels.get(category)! })),
    categories: [...labels.values()],
    primary: primaryOf(subjects.list, meta.primaryBaseline),
    cells,
    planned,
  };
}

/** Lists of as many cells as fall on each place: lists that grow would have room for seventeen. */
function emptyGrid(
  subjects: number,
  tasks: number,
  count: number,
  placeOf: (at: number) => number,
): GradedCell[][][] {
  const counts = new Uint32Array(subjects * tasks);
  for (let at = 0; at < count; at++) counts[placeOf(at)]! += 1;
  return Array.from({ length: subjects }, (_, subject) =>
    Array.from({ length: tasks }, (_, task) => new Array<GradedCell>(counts[subject * tasks + task]!)),
  );
}

/** Results mostly come in the order of the plan, and there may be a million of them. */
function isInOrder(cells: readonly GradedCell[]): boolean {
  for (let at = 1; at < cells.length; at++) {
    if (!(cells[at - 1]!.result.run <= cells[at]!.result.run)) return false;
  }
  return true;
}

/** The baseline that is named; when none is named the first there is. One that is named and missing is missing. */
function primaryOf(subjects: readonly GridSubject[], named: string | undefined): number {
  if (named === undefined) return subjects.findIndex(({ kind }) => kind === "baseline");
  return subjects.findIndex(({ name }) => name === named);
}

/** Things in the order in which their keys were first seen. Several may fill one list, each with keys of its own. */
class Places<Thing> {
  readonly list: Thing[];
  readonly #places = new Map<string, number>();

  constructor(list: Thing[] = []) {
    this.list = list;
  }

  /** Undefined when nothing has the key. */
  of(key: string): number | undefined {
    return this.#places.get(key);
  }

  /** For a key that nothing has. */
  add(key: string, thing: Thing): number {
    this.#places.set(key, this.list.length);
    return this.list.push(thing) - 1;
  }
}
