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
 * the chain has after its last link. Errors of any link fail the chain unless `rescue` takes them.
 */
export interface SequencerDefinition<TInput = any, TOutput = any, TState = any>
  extends BlockDefinition<TInput, TOutput> {
  readonly kind: "sequencer";

  /** The block's output becomes the value. */
  step<TNext>(block: BlockDefinition<TOutput, TNext>): SequencerDefinition<TInput, TNext, TState>;
  step<TIn, TNext>(
    connector: Connector<TOutput, TIn, TState>,
    block: BlockDefinition<TIn, TNext>,
  ): SequencerDefinition<TInput, TNext, TState>;
  step<TOut extends Schema | undefined = undefined, TResult extends InlineResult<TOut> = InlineResult<TOut>>(
    factory: HandlerFactory,
    config: InlineHandlerConfig<TOutput, TOut, TResult, TState>,
  ): SequencerDefinition<TInput, InlineOutput<TOut, TResult>, TState>;
  step<TOut extends Schema | undefined = undefined>(
    factory: GeneratorFactory,
    config: InlineGeneratorConfig<TOutput, TOut>,
  ): SequencerDefinition<TInput, GeneratorOutput<TOut>, TState>;

  /** A step when the condition holds; the value goes on as it is otherwise. */
  stepIf<TNext>(
    condition: Condition<TOutput, TState>,
    block: BlockDefinition<TOutput, TNext>,
  ): SequencerDefinition<TInput, TOutput | TNext, TState>;
  stepIf<TIn, TNext>(
    condition: Condition<TOutput, TState>,
    connector: Connector<TOutput, TIn, TState>,
    block: BlockDefinition<TIn, TNext>,
  ): SequencerDefinition<TInput, TOutput | TNext, TState>;
  stepIf<
    TOut extends Schema | undefined = undefined,
    TResult extends InlineResult<TOut> = InlineResult<TOut>,
  >(
    condition: Condition<TOutput, TState>,
    factory: HandlerFactory,
    config: InlineHandlerConfig<TOutput, TOut, TResult, TState>,
  ): SequencerDefinition<TInput, TOutput | InlineOutput<TOut, TResult>, TState>;
  stepIf<TOut extends Schema | undefined = undefined>(
    condition: Condition<TOutput, TState>,
    factory: GeneratorFactory,
    config: InlineGeneratorConfig<TOutput, TOut>,
  ): SequencerDefinition<TInput, TOutput | GeneratorOutput<TOut>, TState>;

  /** A function's result becomes the value; it is no block and leaves no trace. */
  map<TNext>(fn: Connector<TOutput, TNext, TState>): SequencerDefinition<TInput, TNext, TState>;

  /** Runs for its effect; the value goes on as it is. What it throws fails the chain. */
  tap(
    effect: BlockDefinition<TOutput, any> | Connector<TOutput, unknown, TState>,
  ): SequencerDefinition<TInput, TOutput, TState>;
  tap<TIn>(
    connector: Connector<TOutput, TIn, TState>,
    block: BlockDefinition<TIn, any>,
  ): SequencerDefinition<TInput, TOutput, TState>;
  tap(
    factory: HandlerFactory,
    config: InlineHandlerConfig<TOutput, Schema | undefined, unknown, TState>,
  ): SequencerDefinition<TInput, TOutput, TState>;
  tap(
    factory: GeneratorFactory,
    config: InlineGeneratorConfig<TOutput, Schema | undefined>,
  ): SequencerDefinition<TInput, TOutput, TState>;

  /** A tap when the condition holds. */
  tapIf(
    condition: Condition<TOutput, TState>,
    effect: BlockDefinition<TOutput, any> | Connector<TOutput, unknown, TState>,
  ): SequencerDefinition<TInput, TOutput, TState>;
  tapIf<TIn>(
    condition: Condition<TOutput, TState>,
    connector: Connector<TOutput, TIn, TState>,
    block: BlockDefinition<TIn, any>,
  ): SequencerDefinition<TInput, TOutput, TState>;
  tapIf(
    condition: Condition<TOutput, TState>,
    factory: HandlerFactory,
    config: InlineHandlerConfig<TOutput, Schema | undefined, unknown, TState>,
  ): SequencerDefinition<TInput, TOutput, TState>;
  tapIf(
    condition: Condition<TOutput, TState>,
    factory: GeneratorFactory,
    config: InlineGeneratorConfig<TOutput, Schema | undefined>,
  ): SequencerDefinition<TInput, TOutput, TState>;

  /** Several blocks at once; outputs by the same names. The first that fails stops the others. */
  parallel<const TEntries extends Readonly<Record<string, FanOutEntry<TOutput, TState>>>>(
    entries: TEntries,
    options?: FanOutOptions,
  ): SequencerDefinition<TInput, { -readonly [K in keyof TEntries]: EntryOutput<TEntries[K]> }, TState>;

  /** Several blocks at once; outputs in the same order. The first that fails stops the others. */
  stepAll<const TEntries extends readonly FanOutEntry<TOutput, TState>[]>(
    entries: TEntries,
    options?: FanOutOptions,
  ): SequencerDefinition<TInput, { -readonly [K in keyof TEntries]: EntryOutput<TEntries[K]> }, TState>;

  /** One block after the other until one works; an `AggregateError` when none does. */
  stepAny<const TEntries extends readonly FanOutEntry<TOutput, TState>[]>(
    entries: TEntries,
  ): SequencerDefinition<TInput, EntryOutput<TEntries[number]>, TState>;

  /** Several blocks at once; the first that works wins, the others are stopped and not waited for. */
  race<const TEntries extends readonly FanOutEntry<TOutput, TState>[]>(
    entries: TEntries,
    options?: FanOutOptions,
  ): SequencerDefinition<TInput, EntryOutput<TEntries[number]>, TState>;

  /** A block, or one made for each element, over a list (null and undefined are an empty one). */
  forEach<TNext>(
    each:
      | BlockDefinition<ElementOf<TOutput>, TNext>
      | ((item: ElementOf<TOutput>, index: number) => BlockDefinition<ElementOf<TOutput>, TNext>),
    options?: FanOutOptions,
  ): SequencerDefinition<TInput, TNext[], TState>;
  forEach<TItem, TNext>(
    connector: Connector<TOutput, readonly TItem[] | null | undefined, TState>,
    each: BlockDefinition<TItem, TNext> | ((item: TItem, index: number) => BlockDefinition<TItem, TNext>),
    options?: FanOutOptions,
  ): SequencerDefinition<TInput, TNext[], TState>;

  /** Runs the block on its own output until the condition holds; at least once. */
  doUntil<TNext extends TOutput>(
    condition: Condition<TNext, TState>,
    block: BlockDefinition<TOutput, TNext>,
    options?: LoopOptions,
  ): SequencerDefinition<TInput, TNext, TState>;
  doUntil<TIn, TNext extends TOutput>(
    condition: Condition<TNext, TState>,
    connector: Connector<TOutput, TIn, TState>,
    block: BlockDefinition<TIn, TNext>,
    options?: LoopOptions,
  ): SequencerDefinition<TInput, TNext, TState>;

  /** Runs the block on its own output while the condition holds; perhaps never. */
  doWhile<TNext extends TOutput>(
    condition: Condition<TOutput, TState>,
    block: BlockDefinition<TOutput, TNext>,
    options?: LoopOptions,
  ): SequencerDefinition<TInput, TOutput, TState>;
  doWhile<TIn, TNext extends TOutput>(
    condition: Condition<TOutput, TState>,
    connector: Connector<TOutput, TIn, TState>,
    block: BlockDefinition<TIn, TNext>,
    options?: LoopOptions,
  ): SequencerDefinition<TInput, TOutput, TState>;

  /** The first branch whose condition holds; it is an error when none does. */
  branch<const TBranches extends Readonly<Record<string, Branch<TOutput, TState>>>>(
    branches: TBranches,
  ): SequencerDefinition<TInput, BranchOutput<TBranches>, TState>;

  /** Ends the chain with the value as it is when the condition holds. */
  exitIf(condition: Condition<TOutput, TState>): SequencerDefinition<TInput, TOutput, TState>;

  /** Fails the chain when the condition holds. */
  throwIf(
    condition: Condition<TOutput, TState>,
    error: Error | Connector<TOutput, Error, TState>,
  ): SequencerDefinition<TInput, TOutput, TState>;

  /**
   * A way out of errors for the whole chain, wherever it is written; called again it replaces the one before. The
   * handler's output is the chain's output.
   */
  rescue<TRescued>(
    handlers: readonly RescueHandlerSpec<TRescued>[],
  ): SequencerDefinition<TInput, TOutput | TRescued, TState>;

  /** The same chain for another input. */
  connectInput<TFrom>(connector: Connector<TFrom, TInput>): SequencerDefinition<TFrom, TOutput, TState>;
}
