import { messageOf } from "../errors/as-error.ts";
import { causesOf } from "../errors/causes.ts";
import { FlowError } from "../errors/flow-error.ts";

/** The run, or a branch of it, was stopped with a reason that is no error itself. */
export class AbortedError extends FlowError {
  override readonly name: string = "AbortedError";

  constructor(reason: unknown) {
    super(reason === undefined ? "The run was stopped." : `The run was stopped: ${messageOf(reason)}.`, {
      code: "aborted",
    });
  }
}

/** What to throw for a signal that fired: its own reason when that is an error. */
export function abortError(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new AbortedError(signal.reason);
}

/** Throws when the signal has fired. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw abortError(signal);
}

/** Whether an error is, or comes from, a spent budget. */
export function isBudgetSpent(error: unknown): boolean {
  return causesOf(error).some((at) => (at as { code?: unknown }).code === "budget-exceeded");
}

/**
 * Errors nobody may recover from, retry or fall back after: the run was stopped, or its money is spent.
 * Anything thrown once the signal has fired counts as stopped.
 */
export function isFinal(error: unknown, signal?: AbortSignal): boolean {
  if (signal?.aborted || error instanceof AbortedError) return true;
  return (error instanceof Error && error.name === "AbortError") || isBudgetSpent(error);
}
