import { awakeTimeout } from "../process/awake-timeout.ts";
import type { AgentEnd } from "./agent-report.ts";

/** The end of an agent that was not done in time. */
export const timeWasUp = { ended: "timed-out", detail: "The time was up." } as const satisfies AgentEnd;

/**
 * Fires when the time of an agent is up, with the reason that `AgentJob.signal` has for that. It stands still while the
 * harness does: nothing that the agent does is heard then.
 */
export function startAgentClock(timeoutMs: number): { signal: AbortSignal } & Disposable {
  const ending = new AbortController();
  const over = () => ending.abort(new DOMException(timeWasUp.detail, "TimeoutError"));
  return { signal: ending.signal, [Symbol.dispose]: awakeTimeout(timeoutMs, over) };
}
