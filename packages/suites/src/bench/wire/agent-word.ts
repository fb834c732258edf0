import { FlowError, toErrorRecord } from "@flow-state-dev/core";
import type { AgentEnd, AgentReport } from "../../agent/agent-report.ts";
import type { WireTrouble } from "./watch-wire.ts";

/** An agent that says its provider failed, where the gateway between the two has seen nothing of the kind. */
class UnseenTroubleError extends FlowError {
  override readonly name = "UnseenTroubleError";

  constructor(agent: string, said: string) {
    super(
      `The agent ${agent} ended on an error that none of its model calls explains. It said: ${said.replace(/\.$/, "")}. Its transcript may tell more.`,
      { code: "agent-failed", details: { agent } },
    );
  }
}

/**
 * How an agent ended that says its provider failed, when the gateway has not seen that: every line of an agent is the
 * word of a program, or of its model. It is graded when it exited as if all were well after calls that were answered,
 * for then its model may have said just that; else it has failed. Undefined when its word is to be believed.
 */
export function endOnWord(
  report: AgentReport,
  agent: string,
  wire: Pick<WireTrouble, "answered" | "unanswered">,
): AgentEnd | undefined {
  if (report.ended !== "infrastructure" || report.error.code !== "agent-api") return undefined;
  // One that reports what it used, while nothing came through here, has found another way to its model.
  if (report.figuresFrom === "reported" || isSeen(report.error.status, wire)) return undefined;
  if (report.exitCode === 0 && wire.answered > 0) return { ended: "done", detail: "" };
  const error = toErrorRecord(new UnseenTroubleError(agent, report.detail));
  return { ended: "crashed", detail: error.message, error };
}

/** A failure of the provider itself, or of the way to it. */
function isPassing(status: number | undefined): boolean {
  return status === undefined || status === 408 || status === 429 || status >= 500;
}

function isSeen(
  told: number | undefined,
  { answered, unanswered }: Pick<WireTrouble, "answered" | "unanswered">,
): boolean {
  const calls = [...unanswered];
  const isTold = calls.some(({ status, isOwn }) => {
    if (isOwn) return false;
    // Of a break in the middle agents tell any status, or none.
    return isPassing(told) ? isPassing(status) || told === undefined : status === told;
  });
  if (isTold || answered > 0 || calls.length > 0) return isTold;
  // No call came through: perhaps it could not reach the gateway, or spoke to it as nobody does. But no provider
  // failed.
  return told === undefined || !isPassing(told);
}
