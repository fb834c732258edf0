import type { Schema } from "../../schema/schema.ts";
import type { BlockDefinition, MaybePromise, RescueHandlerSpec } from "../block.ts";
import type { BlockContext } from "../context.ts";
import type { FanOutOptions } from "../fan-out.ts";
import type { GeneratorFactory, GeneratorOutput } from "../generator/generator-config.ts";
import type { HandlerFactory } from "../handler.ts";
import type { InlineGeneratorConfig, InlineHandlerConfig, InlineOutput, InlineResult } from "./inline.ts";
import type { LoopOptions } from "./loop-ops.ts";

/** Makes a block's input from the value of the chain. */
export type Connector<TFrom, TTo, TState = any> = (
  value: TFrom,
  ctx: BlockContext<TState>,
) => MaybePromise<TTo>;

/** Asks something about the value of the chain. */
export type Condition<TValue, TState = any> = (
  value: TValue,
  ctx: BlockContext<TState>,
) => MaybePromise<boolean>;

/** A block of a fan-out, with an input of its own or the value of the chain. */
export type FanOutEntry<TValue, TState> =
  | BlockDefinition<TValue, any>
  | { connector: Connector<TValue, any, TState>; block: BlockDefinition<any, any> };

/** What a block of a fan-out gives out. */
export type EntryOutput<TEntry> =
  TEntry extends BlockDefinition<any, infer TOutput>
    ? TOutput
    : TEntry extends { block: BlockDefinition<any, infer TOutput> }
      ? TOutput
      : never;

/** Said by the compiler when `forEach` follows something that is no list. */
export interface NotAList<TValue> {
  readonly "forEach needs a list, but the value is": TValue;
}

/** What is in the list; anything when nothing is known of the value. */
export type ElementOf<TValue> = 0 extends 1 & TValue
  ? any
  : NonNullable<TValue> extends readonly (infer TElement)[]
    ? TElement
    : NotAList<TValue>;

/** What a block takes. */
type InputOf<TBlock> = TBlock extends BlockDefinition<infer TInput, any> ? TInput : never;

/** The same entries, with connectors that give their blocks what those take. */
export type FittingEntries<TEntries, TValue, TState> = {
  [K in keyof TEntries]: TEntries[K] extends { connector: unknown; block: infer TBlock }
    ? { connector: Connector<TValue, InputOf<TBlock>, TState>; block: TBlock }
    : TEntries[K];
};

/** The same branches, with connectors that give their blocks what those take. */
export type FittingBranches<TBranches, TValue, TState> = {
  [K in keyof TBranches]: TBranches[K] extends readonly [unknown, unknown, infer TBlock]
    ? readonly [Connector<TValue, InputOf<TBlock>, TState>, Condition<TValue, TState>, TBlock]
    : TBranches[K];
};

/** A way for some values: what its input is, when it applies, what runs. */
export type Branch<TValue, TState> = readonly [
  connector: Connector<TValue, any, TState>,
  condition: Condition<TValue, TState>,
  block: BlockDefinition<any, any>,
];

/** What any of these branches gives out. */
export type BranchOutput<TBranches> = {
  [K in keyof TBranches]: TBranches[K] extends readonly [any, any, BlockDefinition<any, infer TOutput>]
    ? TOutput
    : never;
}[keyof TBranches];

/**
 * A chain of blocks, itself a block. Every method gives a new chain and leaves this one as it is. `TOutput` is what
 * the chain has after its last link, `TExit` what it may end with before (`exitIf`, `rescue`). Errors of any link fail
 * the chain unless `rescue` takes them.
 */
export interface SequencerDefinition<
  TInput = any,
  TOutput = any,
  TState = any,
  TExit = 0 extends 1 & TOutput ? any : never,
> extends BlockDefinition<TInput, TOutput | TExit> {
  readonly kind: "sequencer";

  /** The block's output becomes the value. */
  step<TNext>(block: BlockDefinition<TOutput, TNext>): SequencerDefinition<TInput, TNext, TState, TExit>;
  step<TIn, TNext>(
    connector: Connector<TOutput, TIn, TState>,
    block: BlockDefinition<TIn, TNext>,
  ): SequencerDefinition<TInput, TNext, TState, TExit>;
  step<TOut extends Schema | undefined = undefined, TResult extends InlineResult<TOut> = InlineResult<TOut>>(
    factory: HandlerFactory,
    config: InlineHandlerConfig<TOutput, TOut, TResult, TState>,
  ): SequencerDefinition<TInput, InlineOutput<TOut, TResult>, TState, TExit>;
  step<TOut extends Schema | undefined = undefined>(
    factory: GeneratorFactory,
    config: InlineGeneratorConfig<TOutput, TOut>,
  ): SequencerDefinition<TInput, GeneratorOutput<TOut>, TState, TExit>;

  /** A step when the condition holds; the value goes on as it is otherwise. */
  stepIf<TNext>(
    condition: Condition<TOutput, TState>,
    block: BlockDefinition<TOutput, TNext>,
  ): SequencerDefinition<TInput, TOutput | TNext, TState, TExit>;
  stepIf<TIn, TNext>(
    condition: Condition<TOutput, TState>,
    connector: Connector<TOutput, TIn, TState>,
    block: BlockDefinition<TIn, TNext>,
  ): SequencerDefinition<TInput, TOutput | TNext, TState, TExit>;
  stepIf<
    TOut extends Schema | undefined = undefined,
    TResult extends InlineResult<TOut> = InlineResult<TOut>,
  >(
    condition: Condition<TOutput, TState>,
    factory: HandlerFactory,
    config: InlineHandlerConfig<TOutput, TOut, TResult, TState>,
  ): SequencerDefinition<TInput, TOutput | InlineOutput<TOut, TResult>, TState, TExit>;
  stepIf<TOut extends Schema | undefined = undefined>(
    condition: Condition<TOutput, TState>,
    factory: GeneratorFactory,
    config: InlineGeneratorConfig<TOutput, TOut>,
  ): SequencerDefinition<TInput, TOutput | GeneratorOutput<TOut>, TState, TExit>;

  /** A function's result becomes the value; it is no block and leaves no trace. */
  map<TNext>(fn: Connector<TOutput, TNext, TState>): SequencerDefinition<TInput, TNext, TState, TExit>;

  /** Runs for its effect; the value goes on as it is. What it throws fails the chain. */
  tap(
    effect: BlockDefinition<TOutput, any> | Connector<TOutput, unknown, TState>,
  ): SequencerDefinition<TInput, TOutput, TState, TExit>;
  tap<TIn>(
    connector: Connector<TOutput, TIn, TState>,
    block: BlockDefinition<TIn, any>,
  ): SequencerDefinition<TInput, TOutput, TState, TExit>;
  tap(
    factory: HandlerFactory,
    config: InlineHandlerConfig<TOutput, Schema | undefined, unknown, TState>,
  ): SequencerDefinition<TInput, TOutput, TState, TExit>;
  tap(
    factory: GeneratorFactory,
    config: InlineGeneratorConfig<TOutput, Schema | undefined>,
  ): SequencerDefinition<TInput, TOutput, TState, TExit>;

  /** A tap when the condition holds. */
  tapIf(
    condition: Condition<TOutput, TState>,
    effect: BlockDefinition<TOutput, any> | Connector<TOutput, unknown, TState>,
  ): SequencerDefinition<TInput, TOutput, TState, TExit>;
  tapIf<TIn>(
    condition: Condition<TOutput, TState>,
    connector: Connector<TOutput, TIn, TState>,
    block: BlockDefinition<TIn, any>,
  ): SequencerDefinition<TInput, TOutput, TState, TExit>;
  tapIf(
    condition: Condition<TOutput, TState>,
    factory: HandlerFactory,
    config: InlineHandlerConfig<TOutput, Schema | undefined, unknown, TState>,
  ): SequencerDefinition<TInput, TOutput, TState, TExit>;
  tapIf(
    condition: Condition<TOutput, TState>,
    factory: GeneratorFactory,
    config: InlineGeneratorConfig<TOutput, Schema | undefined>,
  ): SequencerDefinition<TInput, TOutput, TState, TExit>;

  /** Several blocks at once; outputs by the same names. The first that fails stops the others. */
  parallel<const TEntries extends Readonly<Record<string, FanOutEntry<TOutput, TState>>>>(
    entries: TEntries & FittingEntries<TEntries, TOutput, TState>,
    options?: FanOutOptions,
  ): SequencerDefinition<
    TInput,
    { -readonly [K in keyof TEntries]: EntryOutput<TEntries[K]> },
    TState,
    TExit
  >;

  /** Several blocks at once; outputs in the same order. The first that fails stops the others. */
  stepAll<const TEntries extends readonly FanOutEntry<TOutput, TState>[]>(
    entries: TEntries & FittingEntries<TEntries, TOutput, TState>,
    options?: FanOutOptions,
  ): SequencerDefinition<
    TInput,
    { -readonly [K in keyof TEntries]: EntryOutput<TEntries[K]> },
    TState,
    TExit
  >;

  /** One block after the other until one works; an `AggregateError` when none does. */
  stepAny<const TEntries extends readonly FanOutEntry<TOutput, TState>[]>(
    entries: TEntries & FittingEntries<TEntries, TOutput, TState>,
  ): SequencerDefinition<TInput, EntryOutput<TEntries[number]>, TState, TExit>;

  /** Several blocks at once; the first that works wins, the others are stopped and not waited for. */
  race<const TEntries extends readonly FanOutEntry<TOutput, TState>[]>(
    entries: TEntries & FittingEntries<TEntries, TOutput, TState>,
    options?: FanOutOptions,
  ): SequencerDefinition<TInput, EntryOutput<TEntries[number]>, TState, TExit>;

  /** A block, or one made for each element, over a list (null and undefined are an empty one). */
  forEach<TNext>(
    each:
      | BlockDefinition<ElementOf<TOutput>, TNext>
      | ((item: ElementOf<TOutput>, index: number) => BlockDefinition<ElementOf<TOutput>, TNext>),
    options?: FanOutOptions,
  ): SequencerDefinition<TInput, TNext[], TState, TExit>;
  forEach<TItem, TNext>(
    connector: Connector<TOutput, readonly TItem[] | null | undefined, TState>,
    each: BlockDefinition<TItem, TNext> | ((item: TItem, index: number) => BlockDefinition<TItem, TNext>),
    options?: FanOutOptions,
  ): SequencerDefinition<TInput, TNext[], TState, TExit>;

  /** Runs the block on its own output until the condition holds; at least once. */
  doUntil<TNext extends TOutput>(
    condition: Condition<TNext, TState>,
    block: BlockDefinition<TOutput, TNext>,
    options?: LoopOptions,
  ): SequencerDefinition<TInput, TNext, TState, TExit>;
  doUntil<TIn, TNext extends TOutput>(
    condition: Condition<TNext, TState>,
    connector: Connector<TOutput, TIn, TState>,
    block: BlockDefinition<TIn, TNext>,
    options?: LoopOptions,
  ): SequencerDefinition<TInput, TNext, TState, TExit>;

  /** Runs the block on its own output while the condition holds; perhaps never. */
  doWhile<TNext extends TOutput>(
    condition: Condition<TOutput, TState>,
    block: BlockDefinition<TOutput, TNext>,
    options?: LoopOptions,
  ): SequencerDefinition<TInput, TOutput, TState, TExit>;
  doWhile<TIn, TNext extends TOutput>(
    condition: Condition<TOutput, TState>,
    connector: Connector<TOutput, TIn, TState>,
    block: BlockDefinition<TIn, TNext>,
    options?: LoopOptions,
  ): SequencerDefinition<TInput, TOutput, TState, TExit>;

  /** The first branch whose condition holds; it is an error when none does. */
  branch<const TBranches extends Readonly<Record<string, Branch<TOutput, TState>>>>(
    branches: TBranches & FittingBranches<TBranches, TOutput, TState>,
  ): SequencerDefinition<TInput, BranchOutput<TBranches>, TState, TExit>;

  /** Ends the chain with the value as it is when the condition holds. */
  exitIf(
    condition: Condition<TOutput, TState>,
  ): SequencerDefinition<TInput, TOutput, TState, TExit | TOutput>;

  /** Fails the chain when the condition holds. */
  throwIf(
    condition: Condition<TOutput, TState>,
    error: Error | Connector<TOutput, Error, TState>,
  ): SequencerDefinition<TInput, TOutput, TState, TExit>;

  /**
   * A way out of errors for the whole chain, wherever it is written; called again it replaces the one before. The
   * handler's output is the chain's output.
   */
  rescue<TRescued>(
    handlers: readonly RescueHandlerSpec<TRescued>[],
  ): SequencerDefinition<TInput, TOutput, TState, TExit | TRescued>;

  /** The same chain for another input. */
  connectInput<TFrom>(
    connector: Connector<TFrom, TInput>,
  ): SequencerDefinition<TFrom, TOutput, TState, TExit>;
}
