import { BudgetExceededError } from "@flow-state-dev/core";
import { timeWasUp } from "./agent-clock.ts";
import type { AgentEnd } from "./agent-report.ts";
import type { ShellExit } from "./agent-shell.ts";

/** How an agent ended whose signal fired, by the reason that the signal gives. */
export function abortEnd(reason: unknown): AgentEnd {
  if (reason instanceof BudgetExceededError) {
    return { ended: "over-budget", account: reason.account, detail: reason.message };
  }
  if (reason instanceof Error && reason.name === "TimeoutError") return timeWasUp;
  return { ended: "cancelled", detail: "It was stopped from outside." };
}

/** How an agent ended whose command was ended from outside; null when that ended by itself. */
export function endedFromOutside(exit: ShellExit, signal: AbortSignal): AgentEnd | null {
  if (exit.kind === "timed-out") return timeWasUp;
  return exit.kind === "cancelled" ? abortEnd(signal.reason) : null;
}
