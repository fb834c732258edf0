import { asError, messageOf } from "../../errors/as-error.ts";
import { FlowError } from "../../errors/flow-error.ts";
import { isRetryable } from "../../model/retryable.ts";
import { isFinal, throwIfAborted } from "../abort.ts";
import type { FanOutOptions } from "../fan-out.ts";
import type { Frame } from "../frame.ts";
import { linkBranches } from "../linked-abort.ts";
import type { Op } from "./op.ts";
import { runTarget, type StepTarget } from "./step-ops.ts";

/** None of several blocks worked; `errors` has what each threw, in order. */
export class AllFailedError extends AggregateError {
  override readonly name: string = "AllFailedError";
  /** Stable; programs switch on it. */
  readonly code = "all-failed";
  /** Whether one of them would have a chance a little later. */
  readonly retryable: boolean;

  constructor(blockName: string, failures: readonly { name: string; error: unknown }[]) {
    const list = failures.map(({ name, error }) => `${name}: ${messageOf(error)}`);
    super(
      failures.map(({ error }) => error),
      `None of the ${failures.length} blocks tried by "${blockName}" worked. ${list.join(" | ")}`,
      { cause: failures.at(-1)?.error },
    );
    this.retryable = failures.some(({ error }) => isRetryable(error));
  }
}

/** A branch was stopped because another of the same race was first. */
export class RaceLostError extends FlowError {
  override readonly name: string = "RaceLostError";

  constructor(blockName: string, winner: string) {
    super(`Stopped, because "${winner}" won the race of "${blockName}".`, { code: "race-lost", blockName });
  }
}

/** One after the other until one works. */
export function stepAnyOp(targets: readonly StepTarget[]): Op {
  return async (value, frame) => {
    const failures: { name: string; error: unknown }[] = [];
    for (const [index, target] of targets.entries()) {
      const { name } = target.block;
      try {
        return await runTarget(target, value, frame, { segment: `${name}[${index}]` });
      } catch (error) {
        if (isFinal(error, frame.signal)) throw error;
        failures.push({ name, error });
      }
    }
    throw new AllFailedError(frame.name, failures);
  };
}

/** All at once; the first that works wins, and the others are stopped, not waited for. */
export function raceOp(targets: readonly StepTarget[], options: FanOutOptions): Op {
  return (value, frame) => race(targets, options, value, frame);
}

async function race(
  targets: readonly StepTarget[],
  { maxConcurrency }: FanOutOptions,
  value: unknown,
  frame: Frame,
): Promise<unknown> {
  const branches = linkBranches(frame.signal);
  const failures: { name: string; error: unknown }[] = [];
  let end: { won: true; output: unknown } | { won: false; error: unknown } | undefined;
  let next = 0;
  const work = async () => {
    while (next < targets.length && !end) {
      const index = next++;
      const target = targets[index]!;
      const { name } = target.block;
      try {
        const segment = `${name}[${index}]`;
        const output = await branches.run((signal) => runTarget(target, value, frame, { segment, signal }));
        if (end) return;
        end = { won: true, output };
        branches.abort(new RaceLostError(frame.name, name));
      } catch (error) {
        if (end) return;
        if (!isFinal(error, frame.signal)) failures[index] = { name, error };
        else {
          end = { won: false, error };
          branches.abort(asError(error));
        }
      }
    }
  };
  try {
    await Promise.all(
      Array.from({ length: Math.min(maxConcurrency ?? targets.length, targets.length) }, work),
    );
  } finally {
    branches.unlink();
  }
  throwIfAborted(frame.signal);
  if (end?.won) return end.output;
  throw end ? end.error : new AllFailedError(frame.name, failures);
}
