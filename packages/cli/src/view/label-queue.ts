import { createHash } from "node:crypto";
import type { CellId, Run, RunStore } from "@flow-state-dev/records";
import {
  type CellAddress,
  type CellView,
  type CriterionView,
  type LabelAnswer,
  type LabelBook,
  type LabelInput,
  type LabelItem,
  type LabelQueue,
  showable,
} from "@flow-state-dev/viewer";
import { cellOfRun } from "./cell-of-run.ts";
import { judgedExpectations } from "./judged-evidence.ts";
import { labelsOfRun } from "./labels-of-run.ts";
import { taskFacts } from "./task-facts.ts";

const atOnce = 10;

/**
 * The next outputs to label: a random sample of every subject's in turn, so that any number of labels can correct the
 * scores; the order is the same each time. Whose they are and what the judge says is not told.
 */
export async function nextLabels(store: RunStore, run: Run, book: LabelBook): Promise<LabelQueue> {
  const done = new Set((await labelsOfRun(store, run, book)).map((label) => keyOf(run.id, label)));
  const facts = taskFacts(run.manifest);
  const items: LabelItem[] = [];
  let left = 0;
  for (const cell of await shuffledCells(store, run)) {
    const key = keyOf(run.id, cell);
    if (done.has(key)) continue;
    if (items.length >= atOnce) {
      left += 1;
      continue;
    }
    const view = await cellOfRun(store, run, facts, cell);
    const shown = view?.output ?? view?.patch;
    const rubric = view ? criteriaFor(view).map(({ criterion }) => criterion) : [];
    if (!view || !shown || rubric.length === 0) continue;
    left += 1;
    // The rest of a long text would be asked for by the name of its cell.
    items.push({
      key,
      task: cell.task,
      prompt: view.prompt,
      output: { ...shown, artifact: null },
      patch: view.patch && view.patch !== shown ? { ...view.patch, artifact: null } : null,
      criteria: rubric,
    });
  }
  return { items, labelled: done.size, left };
}

/** Writes a label down; null when no output has its key. Only now the judge's word is told. */
export async function takeLabel(
  store: RunStore,
  run: Run,
  book: LabelBook,
  { key, labels }: LabelInput,
): Promise<LabelAnswer | null> {
  const cell = (await shuffledCells(store, run)).find((each) => keyOf(run.id, each) === key);
  const view = cell && (await cellOfRun(store, run, taskFacts(run.manifest), cell));
  const criteria = view ? criteriaFor(view) : [];
  if (!view || criteria.length !== labels.length) return null;
  const { subject, task, repetition } = view;
  const made = (await store.cell(run.id, { subject, task, run: repetition }))?.endedAt;
  book.add({
    ...{ run: run.id, subject, task, repetition, at: new Date().toISOString() },
    ...(typeof made === "string" && { made }),
    criteria: criteria.map(({ criterion }) => criterion),
    labels,
  });
  return {
    cell: { subject, task, repetition },
    criteria: criteria.map(({ criterion, verdict }, at) => {
      return { criterion: showable(criterion), label: labels[at] ?? null, judge: verdict };
    }),
  };
}

/** What is judged of a cell, in the order of `judgedCriteria`. */
function criteriaFor({ criteria, expectations }: CellView): CriterionView[] {
  return [...criteria, ...judgedExpectations(expectations)];
}

/** Scored cells, each subject's in an order of its own, one subject after the other. */
async function shuffledCells(store: RunStore, run: Run): Promise<CellAddress[]> {
  const bySubject = new Map<string, { cell: CellAddress; place: string }[]>();
  for await (const { subject, task, run: repetition, outcome, taskHash } of store.cells(run.id, {
    outcomes: ["passed", "failed"],
  })) {
    if (outcome === null || taskHash !== run.manifest.tasks[task]) continue;
    const cell = { subject, task, repetition };
    const list = bySubject.get(subject) ?? [];
    list.push({ cell, place: keyOf(`order ${run.id}`, cell) });
    bySubject.set(subject, list);
  }
  const turns = [...bySubject.values()].flatMap((list) =>
    list.sort((a, b) => (a.place < b.place ? -1 : 1)).map((each, turn) => ({ ...each, turn })),
  );
  return turns.sort((a, b) => a.turn - b.turn || (a.place < b.place ? -1 : 1)).map(({ cell }) => cell);
}

function keyOf(salt: string, { subject, task, repetition }: CellAddress): string {
  const cell: CellId = { subject, task, run: repetition };
  return createHash("sha256")
    .update(JSON.stringify([salt, cell]))
    .digest("hex")
    .slice(0, 20);
}
