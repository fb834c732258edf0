import type { JudgeFacts } from "@flow-state-dev/judge";

/** What can be said of the judge itself, over all cells. */
export type JudgeSummary = JudgeFacts;
