import type { BlockDefinition } from "../block.ts";
import type { Frame } from "../frame.ts";
import { guard, isThenable } from "../guard.ts";
import { runInside } from "../start-block.ts";
import type { Op, ValueFunction } from "./op.ts";

/** What a step does: a block, perhaps with an input made for it. */
export interface StepTarget {
  connector?: ValueFunction | undefined;
  block: BlockDefinition;
}

/** A condition of a user's, asked and waited for no longer than the signal allows. */
export async function holds(condition: ValueFunction, value: unknown, frame: Frame): Promise<boolean> {
  return Boolean(await guard(condition(value, frame.ctx), frame.signal));
}

/** Runs the target on a value. */
export async function runTarget(
  target: StepTarget,
  value: unknown,
  frame: Frame,
  place: { segment?: string; signal?: AbortSignal } = {},
): Promise<unknown> {
  const { connector, block } = target;
  if (!connector) return runInside(frame, block, value, place);
  const input = connector(value, frame.ctx);
  return runInside(
    frame,
    block,
    isThenable(input) ? await guard(input, place.signal ?? frame.signal) : input,
    place,
  );
}

/** The target's output becomes the value. */
export function stepOp(target: StepTarget): Op {
  return (value, frame) => runTarget(target, value, frame);
}

/** The same, when the condition holds; the value goes on as it is otherwise. */
export function stepIfOp(condition: ValueFunction, target: StepTarget): Op {
  return async (value, frame) =>
    (await holds(condition, value, frame)) ? runTarget(target, value, frame) : value;
}

/** A function's result becomes the value. */
export function mapOp(fn: ValueFunction): Op {
  return (value, frame) => guard(fn(value, frame.ctx), frame.signal);
}

/** Runs a target or a function for its effect; the value goes on as it is. */
export function tapOp(target: StepTarget | ValueFunction): Op {
  return async (value, frame) => {
    if (typeof target === "function") await guard(target(value, frame.ctx), frame.signal);
    else await runTarget(target, value, frame);
    return value;
  };
}

/** The same, when the condition holds. */
export function tapIfOp(condition: ValueFunction, target: StepTarget | ValueFunction): Op {
  const tap = tapOp(target);
  return async (value, frame) => ((await holds(condition, value, frame)) ? tap(value, frame) : value);
}
