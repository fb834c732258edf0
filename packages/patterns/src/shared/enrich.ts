import { type BlockDefinition, sequencer } from "@flow-state-dev/core";

/** How a block takes part in a chain that carries more than the block needs. */
export interface EnrichOptions<TValue, TInput, TOutput, TNext> {
  name: string;
  block: BlockDefinition<TInput, TOutput>;
  /** What the block is given of the value. */
  ask: (value: TValue) => TInput;
  /** The value with what the block gave out. Must not change the one it is given. */
  add: (value: TValue, output: TOutput) => TNext;
}

/** Runs a block on a part of a value and gives out the value with the block's output worked in. */
export function enrich<TValue, TInput, TOutput, TNext>({
  name,
  block,
  ask,
  add,
}: EnrichOptions<TValue, TInput, TOutput, TNext>): BlockDefinition<TValue, TNext> {
  // The block around the inner one is this sequencer, so its input is the value.
  const adding = block.connectOutput((output, ctx) => add(ctx.parent?.input as TValue, output));
  return sequencer({ name }).step((value: TValue) => ask(value), adding) as BlockDefinition<TValue, TNext>;
}
