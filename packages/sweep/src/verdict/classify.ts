import {
  BudgetExceededError,
  type ErrorRecord,
  isRetryable,
  retryAfterMs,
  toErrorRecord,
} from "@flow-state-dev/core";
import type { Outcome, RecordedError } from "@flow-state-dev/records";
import { isThrottling } from "../limits/is-throttling.ts";
import { keyRefuserOf, setupProblemOf } from "./setup-problem.ts";

/** What a thrown error means for its cell. */
export interface Classification {
  outcome: Outcome;
  /** Whether another attempt has a chance. */
  retry: boolean;
  /** How long the provider asks to wait. */
  retryAfterMs?: number;
  /** The provider has too much to do: fewer cells at once. */
  throttled?: boolean;
  /** Code of what is wrong with the setup of the run; when cell after cell tells the same, the sweep stops. */
  setupProblem?: string;
  /** The provider whose key was refused; the sweep stops when it takes none of its calls, whatever others do. */
  keyRefuser?: string;
}

/** Decides what a thrown error means for its cell. */
export type Classify = (error: unknown) => Classification;

/**
 * A spent limit is `over-budget`, an abort `cancelled`, what would have a chance a little later (rate limit, overload,
 * outage, connection) `infrastructure`, and so is a problem of the setup (no key, a key that is refused, no price), but
 * without another attempt; anything else is `errored`: the subject or agent broke. Limits of the run, aborts and
 * timeouts of the sweep are decided before this is asked.
 */
export const classify: Classify = (error) => {
  const record = recordOf(error);
  if (findBudgetExceeded(error)) return { outcome: { kind: "over-budget", error: record }, retry: false };
  if (isAbort(error)) return { outcome: { kind: "cancelled", reason: record.message }, retry: false };
  const setupProblem = setupProblemOf(error);
  if (setupProblem !== undefined) {
    const keyRefuser = keyRefuserOf(error);
    return {
      ...{ outcome: { kind: "infrastructure", error: record }, retry: false, setupProblem },
      ...(keyRefuser !== undefined && { keyRefuser }),
    };
  }
  if (isRetryable(error)) {
    const wait = retryAfterMs(error);
    return {
      outcome: { kind: "infrastructure", error: record },
      retry: true,
      ...(wait !== undefined && { retryAfterMs: wait }),
      throttled: isThrottling(toErrorRecord(error)),
    };
  }
  return { outcome: { kind: "errored", error: record }, retry: false };
};

/** What the failure of a call means: of a call it is known that a provider of models gave the status. */
export function classifyCall(failure: ErrorRecord): Classification {
  return classify({ ...failure, statusCode: failure.status });
}

/** A thrown value as it is recorded: name, message, and code where there is one, all of them text. */
export function recordOf(error: unknown): RecordedError {
  const { name, message, code } = toErrorRecord(error);
  return {
    name: typeof name === "string" ? name : "Error",
    message: String(message),
    ...(code !== undefined && { code }),
  };
}

/** The spent limit behind an error, whoever wrapped it. */
function findBudgetExceeded(error: unknown, depth = 0): BudgetExceededError | undefined {
  if (error instanceof BudgetExceededError) return error;
  if (!(error instanceof Error) || depth > 8) return undefined;
  const { lastError } = error as { lastError?: unknown };
  const inner = [error.cause, lastError, ...(error instanceof AggregateError ? error.errors : [])];
  for (const each of inner) {
    const found = findBudgetExceeded(each, depth + 1);
    if (found) return found;
  }
  return undefined;
}

const abortCodes = new Set(["aborted", "cell-cancelled", "cell-timeout", "cell-over"]);

function isAbort(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "AbortError" || abortCodes.has(String((error as { code?: unknown }).code));
}
