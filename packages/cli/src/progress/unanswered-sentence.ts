import { formatDuration } from "@flow-state-dev/core";
import type { RecordsUnanswered } from "@flow-state-dev/sweep";

/** What whoever watches a run that was given out is told when its database is away. */
export function unansweredSentence({ ms }: Pick<RecordsUnanswered, "ms">): string {
  return `warning: the database has not answered for ${formatDuration(ms)}. It is waited for, two minutes in all; workers wait for it too.`;
}
