import { FlowError } from "@flow-state-dev/core";
import { awakeTimeout } from "../../process/awake-timeout.ts";

/** An agent that was told to stop and did not report: nothing is known of what it still does. */
export class AgentNotEndedError extends FlowError {
  override readonly name = "AgentNotEndedError";

  constructor(agent: string, graceMs: number) {
    super(
      `The agent ${agent} was told to stop and did not end within ${graceMs / 1000} s, so its work cannot be graded; run it again.`,
      { code: "agent-not-ended", details: { agent } },
    );
  }
}

/** Waits for an agent; once its signal has fired only for so long. Rejects with an `AgentNotEndedError`. */
export async function inTime<T>(
  running: Promise<T>,
  { signal, graceMs, agent }: { signal: AbortSignal; graceMs: number; agent: string },
): Promise<T> {
  let cancel = () => {};
  let onAbort = () => {};
  const late = new Promise<never>((_, reject) => {
    onAbort = () => {
      cancel = awakeTimeout(graceMs, () => reject(new AgentNotEndedError(agent, graceMs)));
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([running, late]);
  } finally {
    cancel();
    signal.removeEventListener("abort", onAbort);
  }
}
