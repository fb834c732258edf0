import type { Run, RunStore } from "@flow-state-dev/records";
import type { Label, LabelBook } from "@flow-state-dev/viewer";

/**
 * What people said of the outputs that a run has: one that was made anew since, as its task was changed, is another.
 */
export async function labelsOfRun(store: RunStore, run: Run, book: LabelBook): Promise<Label[]> {
  const standing = await Promise.all(
    book.of(run.id).map(async (label) => {
      const { subject, task, repetition } = label;
      const cell = await store.cell(run.id, { subject, task, run: repetition });
      if (cell === null || cell.taskHash !== run.manifest.tasks[task]) return [];
      // Labels of earlier versions do not say which output they are of.
      return label.made !== undefined && label.made !== cell.endedAt ? [] : [label];
    }),
  );
  return standing.flat();
}
