import { type ErrorRecord, FlowError, toErrorRecord } from "@flow-state-dev/core";
import type { AgentEnd, AgentReport } from "../agent/agent-report.ts";
import { endOnSilence } from "../agent/provider-silent-error.ts";
import type { Exchange, ExchangeAnswer } from "../gateway/exchange.ts";

/** What a provider fails with, as long as it answers no call. */
export interface StandingFailure {
  error: ErrorRecord;
  /** Calls that failed one after the other. */
  inARow: number;
}

/** Watches whether the provider works, and whether it ever did. */
export interface WireTrouble {
  onExchange(exchange: Exchange): void;
  /** Null when its last answer was whole, or nothing has failed. */
  readonly standing: StandingFailure | null;
  /** Calls that were answered. */
  readonly answered: number;
  /** Milliseconds from the first call to the end of the last; null when anything of any answer has come, or no call. */
  readonly silentMs: number | null;
  /** Did the last answer ask for tools, or was there none? Then the conversation was not over. */
  readonly midway: boolean;
}

/** A provider that failed when the agent ended. */
class ProviderFailingError extends FlowError {
  override readonly name = "ProviderFailingError";
  /** HTTP status, when there was one. */
  readonly statusCode: number | undefined;

  constructor(agent: string, { error, inARow }: StandingFailure) {
    const calls = inARow === 1 ? "its last call" : `its last ${inARow} calls`;
    super(`The agent ${agent} could not go on, for ${calls} failed: ${error.message}`, {
      code: "provider-failing",
      retryable: error.retryable ?? true,
    });
    this.statusCode = error.status;
  }
}

/** Statuses that are no fault of the request: the key, the money, the address. */
const ofSetup = new Set([401, 402, 403, 404]);

/** Starts to watch. Failures that the agent's own request brought about, such as one that is too long, do not count. */
export function watchWire(): WireTrouble {
  let standing: StandingFailure | null = null;
  let answered = 0;
  let midway = true;
  let heard = false;
  let asked: { from: number; to: number } | null = null;
  return {
    onExchange({ status, error, answer, startedAt, latencyMs }) {
      if (status === "refused") return;
      heard ||= status !== "aborted" || isHeard(answer);
      const from = Date.parse(startedAt);
      asked = {
        from: Math.min(from, asked?.from ?? from),
        to: Math.max(from + latencyMs, asked?.to ?? 0),
      };
      if (status === "complete") {
        standing = null;
        answered += 1;
        midway = answer.toolCalls.length > 0;
      }
      if (status !== "failed" || !error || !isOfProvider(error)) return;
      standing = { error, inARow: (standing?.inARow ?? 0) + 1 };
    },
    get standing() {
      return standing;
    },
    get answered() {
      return answered;
    },
    get silentMs() {
      return heard || asked === null ? null : asked.to - asked.from;
    },
    get midway() {
      return midway;
    },
  };
}

function isHeard({ text, reasoning, toolCalls, finishReason, model }: ExchangeAnswer): boolean {
  return text !== "" || reasoning !== "" || toolCalls.length > 0 || finishReason !== null || model !== null;
}

function isOfProvider({ retryable, status }: ErrorRecord): boolean {
  return retryable === true || (status !== undefined && ofSetup.has(status));
}

/** Exit codes of programs that a signal ended begin here. */
const firstSignalCode = 128;

/**
 * How an agent ended, in the light of what the wire tells: an agent that ran out of time or broke while its provider
 * failed again and again has not failed itself, and neither has one that was never answered, or that could not end its
 * conversation, whatever it says.
 */
export function endOnWire(
  report: AgentReport,
  agent: string,
  wire: Omit<WireTrouble, "onExchange">,
  timeoutMs: number,
): AgentReport {
  const end = brokenBy(report, agent, wire, timeoutMs);
  if (!end) return report;
  const { turns, answer, usage, costUsd, figuresFrom, exitCode, waitedMs, warnings, reported } = report;
  return {
    ...{ turns, answer, usage, costUsd, figuresFrom, exitCode, waitedMs, warnings },
    ...(reported && { reported }),
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
  { answered, midway }: Pick<WireTrouble, "answered" | "midway">,
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
    case "done":
      return midway;
    case "over-budget":
    case "stuck":
      return answered === 0;
    default:
      return false;
  }
}
