import { messageOf } from "../errors/as-error.ts";
import { FlowError } from "../errors/flow-error.ts";
import { isRefusal } from "../model/is-refusal.ts";
import { throwIfAborted } from "./abort.ts";
import type { Frame } from "./frame.ts";
import { linkBranches } from "./linked-abort.ts";

/** How wide a fan-out is. */
export interface FanOutOptions {
  /** Branches at the same time; all when absent. */
  maxConcurrency?: number;
}

/** A branch was stopped because another of the same fan-out failed. */
export class SiblingFailedError extends FlowError {
  override readonly name: string = "SiblingFailedError";

  constructor(blockName: string, cause: unknown) {
    super(`Stopped, because another branch of "${blockName}" failed: ${messageOf(cause)}`, {
      code: "sibling-failed",
      blockName,
      cause,
    });
  }
}

/** How long others are heard out after a provider has refused one. */
const patienceMs = 2_000;

/**
 * All branches, results in order; the first that fails stops the others and fails the whole. When it failed because a
 * provider refused its call, the calls beside it are about to be refused too: they are heard out for a moment, for a
 * call that is broken off is one that may be billed for all anybody knows.
 */
export async function fanOut(
  frame: Frame,
  count: number,
  { maxConcurrency }: FanOutOptions,
  runOne: (index: number, signal: AbortSignal) => Promise<unknown>,
): Promise<unknown[]> {
  const branches = linkBranches(frame.signal);
  const results = new Array<unknown>(count);
  let failure: { error: unknown } | undefined;
  let next = 0;
  let patience: NodeJS.Timeout | undefined;
  const work = async () => {
    while (next < count && !failure) {
      const index = next++;
      try {
        results[index] = await branches.run((signal) => runOne(index, signal));
      } catch (error) {
        if (failure) return;
        failure = { error };
        const stop = () => branches.abort(new SiblingFailedError(frame.name, error));
        if (isRefusal(error)) patience = setTimeout(stop, patienceMs);
        else stop();
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(maxConcurrency ?? count, count) }, work));
  } finally {
    clearTimeout(patience);
    branches.unlink();
  }
  if (failure) throw failure.error;
  throwIfAborted(frame.signal);
  return results;
}
