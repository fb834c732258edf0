import type { RunUnattended } from "@flow-state-dev/sweep";

/** What whoever gave a run out is told when nobody takes its cells. */
export function unattendedSentence({ reason }: Pick<RunUnattended, "reason">): string {
  return `warning: nobody takes cells of this run. ${reason}`;
}
