import {
  BudgetExceededError,
  type Clock,
  FlowError,
  formatDuration,
  isRetryable,
  type LanguageModel,
  type Pause,
  retryAfterMs,
  toErrorRecord,
  withCallContext,
} from "@flow-state-dev/core";
import { abortEnd } from "../agent/abort-end.ts";
import type { AgentEnd } from "../agent/agent-report.ts";
import { isOutputRefused, isTooLong, isUnreadableCall } from "./call-trouble.ts";
import type { CallOptions, ModelAnswer, Prompt } from "./model-types.ts";
import type { NextCall } from "./spending.ts";
import { toolDefinitions } from "./tools/toolbox.ts";

/** What a model is asked with. */
export interface AskSeams {
  model: LanguageModel;
  /** Sets calls of two pieces of work apart. */
  cell: string;
  reasoning: CallOptions["reasoning"];
  signal: AbortSignal;
  timeLeftMs(): number;
  clock: Clock;
  pause: Pause;
  random: () => number;
  onNotice(text: string): void;
  /** Before a call is tried again: what the money that is left bears by then. */
  mayAskAgain(): NextCall;
  /** After a call was refused for what it may cost: how long its answer may be; null when no length helps. */
  fittingOutput(error: BudgetExceededError, maxOutputTokens: number | null): number | null;
}

/** What came of asking. */
export type Asked =
  | { kind: "answered"; answer: ModelAnswer; durationMs: number; waitedMs: number }
  /** More than the model can read. */
  | { kind: "too-long"; waitedMs: number }
  | {
      kind: "ended";
      end: AgentEnd;
      waitedMs: number;
      /** Milliseconds that a call had waited for its answer when the signal fired; absent when none was under way. */
      unansweredMs?: number;
      /** What the provider failed with when the signal fired, and how often it had by then; absent when it had not. */
      trouble?: { end: AgentEnd; failures: number };
    };

/** A provider that broke off in the middle of an answer. */
class BrokenOffError extends FlowError {
  override readonly name = "BrokenOffError";

  constructor() {
    super("The model's answer broke off; try again later.", { code: "answer-broke-off", retryable: true });
  }
}

const mostAttempts = 5;
const firstDelayMs = 2_000;
const longestDelayMs = 60_000;
/** What every model can answer. */
const smallOutput = 4_096;

/**
 * Asks a model once; after passing trouble up to four times more, with growing waits, as long as there is time, and
 * money for one call more. Never rejects.
 */
export async function askModel(
  seams: AskSeams,
  prompt: Prompt,
  options: { ordinal: number; maxOutputTokens: number | null },
): Promise<Asked> {
  const { model, signal, clock } = seams;
  let { maxOutputTokens } = options;
  let waitedMs = 0;
  let trouble: { end: AgentEnd; failures: number } | undefined;
  const stopped = (more: { unansweredMs?: number } = {}): Asked => ({
    ...{ kind: "ended", end: abortEnd(signal.reason), waitedMs, ...more, ...(trouble && { trouble }) },
  });
  for (let attempt = 0; ; attempt++) {
    const began = clock.elapsed();
    try {
      signal.throwIfAborted();
      const call: CallOptions = {
        prompt,
        tools: toolDefinitions,
        toolChoice: { type: "auto" },
        abortSignal: signal,
        ...(maxOutputTokens !== null && { maxOutputTokens }),
        ...(seams.reasoning !== undefined && { reasoning: seams.reasoning }),
      };
      const place = { cell: seams.cell, block: "x", ordinal: options.ordinal, attempt };
      const answer = await model.doGenerate(withCallContext(call, place));
      const { unified } = answer.finishReason;
      if ((unified === "error" || unified === "interrupted") && !isUnreadableCall(answer))
        throw new BrokenOffError();
      return { kind: "answered", answer, durationMs: Math.round(clock.elapsed() - began), waitedMs };
    } catch (error) {
      const unansweredMs = Math.round(clock.elapsed() - began);
      if (signal.aborted) return stopped({ unansweredMs });
      if (error instanceof BudgetExceededError) {
        const fitting = seams.fittingOutput(error, maxOutputTokens);
        if (fitting === null) return { kind: "ended", end: abortEnd(error), waitedMs };
        maxOutputTokens = fitting;
        continue;
      }
      if (isTooLong(error)) return { kind: "too-long", waitedMs };
      if (isOutputRefused(error) && maxOutputTokens !== null && maxOutputTokens > smallOutput) {
        maxOutputTokens = smallOutput;
        continue;
      }
      const delayMs = isRetryable(error) ? delayOf(error, attempt, seams) : null;
      if (delayMs === null) return { kind: "ended", end: failed(error), waitedMs };
      const again = seams.mayAskAgain();
      // The provider may bill what broke. That it has eaten up the budget is no doing of the agent's.
      if (again.kind !== "go") return { kind: "ended", end: failed(error, tooDear), waitedMs };
      maxOutputTokens = shorter(maxOutputTokens, again.maxOutputTokens);
      trouble = { end: failed(error), failures: (trouble?.failures ?? 0) + 1 };
      seams.onNotice(`${toErrorRecord(error).message} Trying again in ${formatDuration(delayMs)}.`);
      waitedMs += delayMs;
      try {
        await seams.pause(delayMs, signal);
      } catch {
        return stopped();
      }
    }
  }
}

/** How long to wait before the next try; null when there is none. */
function delayOf(error: unknown, attempt: number, { clock, random, timeLeftMs }: AskSeams): number | null {
  if (attempt + 1 >= mostAttempts) return null;
  const most = Math.min(longestDelayMs, firstDelayMs * 2 ** attempt);
  const delayMs = retryAfterMs(error, clock.now()) ?? Math.round(most * (0.75 + random() * 0.25));
  return delayMs < Math.min(timeLeftMs(), 2 * longestDelayMs) ? delayMs : null;
}

const tooDear = " What is left of the budget does not pay for another try.";

function failed(error: unknown, why = ""): AgentEnd {
  const record = toErrorRecord(error);
  const waitMs = retryAfterMs(error);
  return {
    ...{ ended: "infrastructure", detail: `${record.message}${why}`, error: record },
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
  };
}

function shorter(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}
