import { FlowError } from "../../errors/flow-error.ts";
import { throwIfAborted } from "../abort.ts";
import type { Op, ValueFunction } from "./op.ts";
import { holds, runTarget, type StepTarget } from "./step-ops.ts";

/** How long a loop may go on. */
export interface LoopOptions {
  /** Runs of the body before the loop is an error; 250 when absent. */
  maxIterations?: number;
}

/** A loop of a sequencer did not come to an end. */
export class LoopLimitError extends FlowError {
  override readonly name: string = "LoopLimitError";

  constructor(blockName: string, maxIterations: number) {
    super(
      `A loop of "${blockName}" ran ${maxIterations} times without coming to an end; check its condition or raise maxIterations.`,
      { code: "loop-limit", blockName },
    );
  }
}

const defaultIterations = 250;

/** Runs the body, then asks; at least once. */
export function doUntilOp(condition: ValueFunction, target: StepTarget, options: LoopOptions = {}): Op {
  const { maxIterations = defaultIterations } = options;
  return async (value, frame) => {
    let current = value;
    for (let iteration = 1; iteration <= maxIterations; iteration++) {
      throwIfAborted(frame.signal);
      current = await runTarget(target, current, frame);
      if (await holds(condition, current, frame)) return current;
    }
    throw new LoopLimitError(frame.name, maxIterations);
  };
}

/** Asks, then runs the body; perhaps never. */
export function doWhileOp(condition: ValueFunction, target: StepTarget, options: LoopOptions = {}): Op {
  const { maxIterations = defaultIterations } = options;
  return async (value, frame) => {
    let current = value;
    for (let iteration = 0; await holds(condition, current, frame); iteration++) {
      throwIfAborted(frame.signal);
      if (iteration >= maxIterations) throw new LoopLimitError(frame.name, maxIterations);
      current = await runTarget(target, current, frame);
    }
    return current;
  };
}
