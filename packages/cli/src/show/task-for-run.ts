import { FlowError } from "@flow-state-dev/core";
import type { RunStore } from "@flow-state-dev/records";
import { operand } from "../text/shell-word.ts";
import { visibleLine } from "../text/visible-text.ts";
import { findCell } from "./find-cell.ts";

/** What was named as a run is a task of the latest one. */
class TaskForRunError extends FlowError {
  override readonly name = "TaskForRunError";

  constructor(wanted: string) {
    const shown = visibleLine(wanted, 80);
    super(`There is no run "${shown}", but the latest has such a task: x show last ${operand(shown)}`, {
      code: "task-for-run",
      details: { wanted },
    });
  }
}

/** What to say of words that name no run, where they name a result of the latest; null where they do not. */
export async function taskForRun(store: RunStore, words: readonly string[]): Promise<Error | null> {
  const wanted = words.join("/");
  const latest = await store.findRun("last");
  if (latest === null) return null;
  return findCell(store, latest, wanted).then(
    () => new TaskForRunError(wanted),
    () => null,
  );
}
