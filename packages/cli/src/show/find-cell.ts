import { FlowError, nearestName } from "@flow-state-dev/core";
import { type CellRecord, type Run, type RunStore, shortRunId } from "@flow-state-dev/records";
import { listNames } from "../text/list-names.ts";
import { visibleLine } from "../text/visible-text.ts";

/** No cell of a run is called so. */
class CellNotFoundError extends FlowError {
  override readonly name = "CellNotFoundError";

  constructor(run: Run, wanted: string) {
    const { tasks, subjects } = run.manifest;
    const ids = Object.keys(tasks);
    // A subject by itself is no cell, and no slip of the pen.
    const isSubject = subjects.includes(wanted);
    const near = isSubject ? undefined : nearestName(wanted, [...ids, ...subjects]);
    const meant = near === undefined ? "" : ` Did you mean "${visibleLine(near, 60)}"?`;
    const there = listNames(ids);
    super(
      `Run ${shortRunId(run.id)} has no ${isSubject ? "task" : "result for"} "${visibleLine(wanted, 80)}"${isSubject ? ", which is a subject" : ""}.${meant} Its tasks: ${there}. ` +
        "Name a task, subject/task, or subject/task/number of the run.",
      { code: "cell-not-found", details: { run: run.id, wanted } },
    );
  }
}

/** A cell that was found, and how many others its name fits. */
export interface FoundCell {
  cell: CellRecord;
  others: readonly CellRecord[];
}

/**
 * Splits what was typed: `last/x/add-tests/2` and `last add-tests` into the run and the rest, null when there is none.
 */
export function splitReference(first: string, rest: readonly string[]): { run: string; cell: string | null } {
  const slash = first.indexOf("/");
  const run = slash === -1 ? first : first.slice(0, slash);
  const words = [...(slash === -1 ? [] : [first.slice(slash + 1)]), ...rest].filter((word) => word !== "");
  return { run, cell: words.length === 0 ? null : words.join("/") };
}

/**
 * The cell of a name: a task, `subject/task`, or either with the number of its run, from 1. Where several fit it is the
 * first that did not pass, else the first, in the order of the subjects and of their runs.
 */
export async function findCell(store: RunStore, run: Run, wanted: string): Promise<FoundCell> {
  for (const { subject, task, number } of readings(run, wanted)) {
    const fitting: CellRecord[] = [];
    for await (const cell of store.cells(run.id, { task, ...(subject !== null && { subject }) })) {
      if (number === null || cell.run === number - 1) fitting.push(cell);
    }
    const place = ({ subject: each }: CellRecord) => run.manifest.subjects.indexOf(each);
    // The store has them by their names.
    fitting.sort((a, b) => place(a) - place(b) || a.run - b.run);
    const found = fitting.find(isTelling) ?? fitting[0];
    if (found) return { cell: found, others: fitting.filter((cell) => cell !== found) };
  }
  throw new CellNotFoundError(run, wanted);
}

interface Reading {
  subject: string | null;
  task: string;
  /** From 1. */
  number: number | null;
}

/** All ways to read a name; names of subjects and tasks may hold slashes and numbers themselves. */
function readings({ manifest }: Run, wanted: string): Reading[] {
  const numbered = /^(.+?)(?:\/|\s*#)(\d{1,9})$/s.exec(wanted);
  const forms = [
    { name: wanted, number: null },
    ...(numbered ? [{ name: numbered[1]!, number: Number(numbered[2]) }] : []),
  ];
  const has = (task: string) => Object.hasOwn(manifest.tasks, task);
  return forms.flatMap(({ name, number }) => [
    ...(has(name) ? [{ subject: null, task: name, number }] : []),
    ...manifest.subjects
      .filter((subject) => name.startsWith(`${subject}/`) && has(name.slice(subject.length + 1)))
      .map((subject) => ({ subject, task: name.slice(subject.length + 1), number })),
  ]);
}

function isTelling({ outcome }: CellRecord): boolean {
  return outcome !== null && outcome.kind !== "passed";
}
