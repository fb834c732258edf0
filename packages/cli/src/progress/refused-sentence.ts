import type { RunRefused } from "@flow-state-dev/sweep";
import { visibleText } from "../text/visible-text.ts";

/**
 * What whoever gave a run out is told when a worker does not work on it. It goes on waiting: what is wrong there may be
 * right on another machine, and a worker that was set right takes the cells without their being given out anew.
 */
export function refusedSentence({ worker, reason }: Pick<RunRefused, "worker" | "reason">): string {
  const why = visibleText(reason).replace(/\.?$/, ".");
  return `warning: the worker ${visibleText(worker)} does not work on this run: ${why} Cells wait for one that can: set it right there and start that worker anew, or start another.`;
}
