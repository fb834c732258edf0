import type { Schema } from "../../schema/schema.ts";
import type { AcceptedBy, MaybePromise, ParsedBy, StateOf } from "../block.ts";
import type { BlockConfig } from "../block-config.ts";
import type { BlockContext } from "../context.ts";
import { SequencerChain } from "./chain.ts";
import type { SequencerDefinition } from "./sequencer-definition.ts";

/** What a sequencer can be told. */
export interface SequencerConfig<
  TIn extends Schema | undefined = undefined,
  TOut extends Schema | undefined = undefined,
  TState extends Schema | undefined = undefined,
> extends Omit<BlockConfig<TIn, TOut, undefined>, "sequencerStateSchema"> {
  /**
   * State for the blocks of this chain, at `ctx.sequencer`: fresh in every run, its initial value made by parsing
   * `{}` (or what `runBlock` was given), every write checked.
   */
  stateSchema?: TState;
  /** Called with the checked output. What it throws fails the block. */
  onCompleted?: (output: any, ctx: BlockContext<StateOf<TState>>) => MaybePromise<void>;
}

/** An empty chain: what goes in comes out. Links are added with its methods. */
export function sequencer<
  TIn extends Schema | undefined = undefined,
  TOut extends Schema | undefined = undefined,
  TState extends Schema | undefined = undefined,
>(
  config: SequencerConfig<TIn, TOut, TState>,
): SequencerDefinition<AcceptedBy<TIn>, ParsedBy<TIn>, StateOf<TState>, never> {
  return SequencerChain.start(config) as unknown as SequencerDefinition<
    AcceptedBy<TIn>,
    ParsedBy<TIn>,
    StateOf<TState>,
    never
  >;
}
