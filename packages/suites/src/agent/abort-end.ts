import { BudgetExceededError } from "@flow-state-dev/core";
import type { AgentEnd } from "./agent-report.ts";

/** How an agent ended whose signal fired, by the reason that the signal gives. */
export function abortEnd(reason: unknown): AgentEnd {
  if (reason instanceof BudgetExceededError) {
    return { ended: "over-budget", account: reason.account, detail: reason.message };
  }
  if (reason instanceof Error && reason.name === "TimeoutError") {
    return { ended: "timed-out", detail: "The time was up." };
  }
  return { ended: "cancelled", detail: "It was stopped from outside." };
}
