import { FlowError, toErrorRecord } from "@flow-state-dev/core";
import type { AgentEnd, AgentReport } from "../../agent/agent-report.ts";
import { endOnSilence } from "../../agent/provider-silent-error.ts";
import { endOnWord } from "./agent-word.ts";
import { isSetupCode, type StandingFailure, type WireTrouble } from "./watch-wire.ts";

/** A provider that failed when the agent ended. */
class ProviderFailingError extends FlowError {
  override readonly name = "ProviderFailingError";
  /** HTTP status, when there was one. */
  readonly statusCode: number | undefined;

  constructor(agent: string, { error, inARow }: StandingFailure) {
    const calls = inARow === 1 ? "its last call" : `its last ${inARow} calls`;
    super(`The agent ${agent} could not go on, for ${calls} failed: ${error.message}`, {
      code: isSetupCode(error.code) ? error.code! : "provider-failing",
      retryable: error.retryable ?? true,
    });
    this.statusCode = error.status;
  }
}

/** Exit codes of programs that a signal ended begin here. */
const firstSignalCode = 128;

/**
 * How an agent ended, in the light of what the wire tells: an agent that ran out of time or broke while its provider
 * failed again and again has not failed itself, and neither has one that was never answered, or that could not end its
 * conversation, whatever it says. That its provider failed is believed only where the wire has seen it.
 *
 * @param wire null when no gateway stood between the two: then the agent's word is all there is
 */
export function endOnWire(
  report: AgentReport,
  agent: string,
  wire: Omit<WireTrouble, "onExchange"> | null,
  timeoutMs: number,
): AgentReport {
  const end = wire && (endOnWord(report, agent, wire) ?? brokenBy(report, agent, wire, timeoutMs));
  if (!end) return report;
  const { turns, answer, usage, costUsd, figuresFrom, exitCode, waitedMs, warnings } = report;
  const { reported, gradedAnswer } = report;
  return {
    ...{ turns, answer, usage, costUsd, figuresFrom, exitCode, waitedMs, warnings },
    ...(reported && { reported }),
    ...(gradedAnswer !== undefined && { gradedAnswer }),
    ...end,
  };
}

function brokenBy(
  report: AgentReport,
  agent: string,
  wire: Omit<WireTrouble, "onExchange">,
  timeoutMs: number,
): AgentEnd | undefined {
  const { standing, silentMs } = wire;
  if (report.ended === "timed-out" && silentMs !== null) return endOnSilence(agent, silentMs, timeoutMs);
  if (!standing || !isExplained(report, standing, wire)) return undefined;
  const error = toErrorRecord(new ProviderFailingError(agent, standing));
  return { ended: "infrastructure", detail: error.message, error };
}

function isExplained(
  report: AgentReport,
  { inARow }: StandingFailure,
  { answered, cutMidway, hopeless }: Pick<WireTrouble, "answered" | "cutMidway" | "hopeless">,
): boolean {
  switch (report.ended) {
    // One failure near the end is bad luck that every agent has to reckon with.
    case "timed-out":
      return answered === 0 || inARow > 1;
    case "crashed":
      return report.exitCode !== null && report.exitCode < firstSignalCode;
    // The agent tells what it saw; the gateway knows the status.
    case "infrastructure":
      return report.error.code === "agent-api";
    // It may take the failure for an answer, and stop as if all were well; unless it had only gone on to other things.
    case "done":
    case "gave-up":
      return answered === 0 || cutMidway;
    case "over-budget":
    case "stuck":
      return answered === 0;
    case "cancelled":
      return hopeless.aborted;
    default:
      return false;
  }
}
