import type { RunRefused } from "@flow-state-dev/sweep";
import { visibleText } from "../visible-text.ts";

/** What whoever gave a run out is told when a worker does not work on it. */
export function refusedSentence({ worker, reason }: Pick<RunRefused, "worker" | "reason">): string {
  return `warning: the worker ${visibleText(worker)} does not work on this run: ${visibleText(reason)}`;
}
