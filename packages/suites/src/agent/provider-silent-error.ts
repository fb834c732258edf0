import { FlowError, formatDuration, toErrorRecord } from "@flow-state-dev/core";
import type { AgentEnd } from "./agent-report.ts";
import { leastSilenceMs } from "./least-silence.ts";

/** A provider that took the calls of an agent and answered none of them until its time was up. */
class ProviderSilentError extends FlowError {
  override readonly name = "ProviderSilentError";

  constructor(agent: string, waitedMs: number) {
    super(
      `The provider did not answer: the agent ${agent} had waited ${formatDuration(waitedMs)} for its first answer when the time was up. If the model needs that long, give the case more time.`,
      { code: "provider-silent", retryable: false, details: { agent, waitedMs } },
    );
  }
}

/**
 * How an agent ended whose time was up before anything of any answer had come: who was never answered cannot have
 * failed. Not tried again at once, which would take as long. Undefined when it had asked too late, with less than half
 * of its time left, or had so little time that the model may have been at work.
 *
 * @param waitedMs milliseconds in which it waited for answers, and nothing came
 */
export function endOnSilence(agent: string, waitedMs: number, timeoutMs: number): AgentEnd | undefined {
  if (waitedMs < Math.max(timeoutMs / 2, leastSilenceMs)) return undefined;
  const error = toErrorRecord(new ProviderSilentError(agent, waitedMs));
  return { ended: "infrastructure", detail: error.message, error };
}
