import { ConstructionError } from "../construction-error.ts";
import { guard } from "../guard.ts";
import { Exit, type Op, type ValueFunction } from "./op.ts";
import { holds } from "./step-ops.ts";

/** Ends the chain with the value as it is when the condition holds. */
export function exitIfOp(condition: ValueFunction): Op {
  return async (value, frame) => ((await holds(condition, value, frame)) ? new Exit(value) : value);
}

/** Fails the chain when the condition holds. */
export function throwIfOp(condition: ValueFunction, error: Error | ValueFunction): Op {
  return async (value, frame) => {
    if (!(await holds(condition, value, frame))) return value;
    const thrown = typeof error === "function" ? await guard(error(value, frame.ctx), frame.signal) : error;
    if ((thrown ?? undefined) !== undefined) throw thrown;
    throw new ConstructionError(
      `throwIf of "${frame.name}" made no error; its function has to return one: () => new Error("…").`,
      frame.name,
    );
  };
}
