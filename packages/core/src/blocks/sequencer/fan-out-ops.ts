import { FlowError } from "../../errors/flow-error.ts";
import { kindOf } from "../../model/malformed-answer-error.ts";
import { type BlockDefinition, isBlock } from "../block.ts";
import { checkCount } from "../check-count.ts";
import { ConstructionError } from "../construction-error.ts";
import { type FanOutOptions, fanOut } from "../fan-out.ts";
import { guard } from "../guard.ts";
import { runInside } from "../start-block.ts";
import type { Op, ValueFunction } from "./op.ts";
import { runTarget, type StepTarget } from "./step-ops.ts";

/** What goes through `forEach` is no list. */
export class NotAListError extends FlowError {
  override readonly name: string = "NotAListError";

  constructor(blockName: string, value: unknown) {
    super(
      `A forEach of "${blockName}" was given ${kindOf(value)}; it needs a list, or nothing for an empty one.`,
      {
        code: "not-a-list",
        blockName,
      },
    );
  }
}

/** Blocks by name to outputs by name. */
export function parallelOp(targets: Readonly<Record<string, StepTarget>>, options: FanOutOptions): Op {
  const entries = Object.entries(targets);
  return async (value, frame) => {
    const outputs = await fanOut(frame, entries.length, options, (index, signal) => {
      const [key, target] = entries[index]!;
      return runTarget(target, value, frame, { segment: `${key}:${target.block.name}`, signal });
    });
    return Object.fromEntries(entries.map(([key], index) => [key, outputs[index]]));
  };
}

/** Blocks in order to outputs in order. */
export function stepAllOp(targets: readonly StepTarget[], options: FanOutOptions): Op {
  return (value, frame) =>
    fanOut(frame, targets.length, options, (index, signal) => {
      const target = targets[index]!;
      return runTarget(target, value, frame, { segment: `${target.block.name}[${index}]`, signal });
    });
}

/** A block, or one made for each element, over a list. */
export function forEachOp(
  connector: ValueFunction | undefined,
  each: BlockDefinition | ((item: any, index: number) => BlockDefinition),
  options: FanOutOptions,
): Op {
  return async (value, frame) => {
    const items = (connector ? await guard(connector(value, frame.ctx), frame.signal) : value) ?? [];
    if (!Array.isArray(items)) throw new NotAListError(frame.name, items);
    return fanOut(frame, items.length, options, async (index, signal) => {
      const block = isBlock(each) ? each : each(items[index], index);
      if (!isBlock(block)) throw noBlockFor(frame.name, index);
      return runInside(frame, block, items[index], { segment: `${block.name}[${index}]`, signal });
    });
  };
}

function noBlockFor(blockName: string, index: number): ConstructionError {
  return new ConstructionError(
    `A forEach of "${blockName}" was given no block for element ${index}; its function makes blocks, and map runs code.`,
    blockName,
  );
}

/** Throws when the options make no sense. */
export function checkFanOut(blockName: string, options: FanOutOptions): FanOutOptions {
  if (typeof options !== "object" || options === null) {
    throw new ConstructionError(`Options of "${blockName}" have to be { maxConcurrency }.`, blockName);
  }
  checkCount("maxConcurrency", options.maxConcurrency, blockName);
  return options;
}
