import type { Schema, SchemaInput, SchemaOutput } from "../schema/schema.ts";
import type { AcceptedBy, BlockDefinition, MaybePromise, ParsedBy, StateOf } from "./block.ts";
import type { BlockConfig } from "./block-config.ts";
import { codeBlock } from "./code-block.ts";
import { ConstructionError } from "./construction-error.ts";
import type { BlockContext } from "./context.ts";
import { guard } from "./guard.ts";

/** What the code of a handler with this output schema has to return; anything when it has none. */
type Returned<S extends Schema | undefined> = S extends Schema ? SchemaInput<S> : unknown;

/** What a handler gives out: what its schema makes of the result, or the result. */
type Given<S extends Schema | undefined, TResult> = S extends Schema ? SchemaOutput<S> : TResult;

/** A block of plain code, with schemas. */
export interface HandlerConfig<
  TIn extends Schema | undefined = undefined,
  TOut extends Schema | undefined = undefined,
  TState extends Schema | undefined = undefined,
  TResult = any,
  TInput = ParsedBy<TIn>,
> extends BlockConfig<TIn, TOut, TState> {
  execute: (input: TInput, ctx: BlockContext<StateOf<TState>>) => MaybePromise<TResult>;
  /** Called with the checked output. What it throws fails the block. */
  onCompleted?: (output: Given<TOut, TResult>, ctx: BlockContext<StateOf<TState>>) => MaybePromise<void>;
}

/** A handler without schemas: its types are those of its code. */
export interface UncheckedHandlerConfig<TInput, TOutput, TState extends Schema | undefined>
  extends Omit<BlockConfig<undefined, undefined, TState>, "inputSchema" | "outputSchema"> {
  inputSchema?: undefined;
  outputSchema?: undefined;
  execute: (input: TInput, ctx: BlockContext<StateOf<TState>>) => MaybePromise<TOutput>;
  /** Called with the output. What it throws fails the block. */
  onCompleted?: (output: TOutput, ctx: BlockContext<StateOf<TState>>) => MaybePromise<void>;
}

/** Makes handlers. */
export interface HandlerFactory {
  <
    TIn extends Schema,
    TOut extends Schema | undefined = undefined,
    TState extends Schema | undefined = undefined,
    TResult extends Returned<TOut> = Returned<TOut>,
  >(
    config: HandlerConfig<TIn, TOut, TState, TResult> & { inputSchema: TIn },
  ): BlockDefinition<AcceptedBy<TIn>, Given<TOut, TResult>>;
  <TOut extends Schema, TInput = any, TState extends Schema | undefined = undefined>(
    config: HandlerConfig<undefined, TOut, TState, SchemaInput<TOut>, TInput> & { outputSchema: TOut },
  ): BlockDefinition<TInput, SchemaOutput<TOut>>;
  <TInput = any, TOutput = any, TState extends Schema | undefined = undefined>(
    config: UncheckedHandlerConfig<TInput, TOutput, TState>,
  ): BlockDefinition<TInput, TOutput>;
  /** The same, with these settings wherever a handler does not have its own. */
  withDefaults(defaults: Partial<BlockConfig<any, any, any>>): HandlerFactory;
  readonly kind: "handler";
}

/** A block of plain code. */
export const handler: HandlerFactory = makeFactory({});

function makeFactory(defaults: Partial<BlockConfig<any, any, any>>): HandlerFactory {
  const make = (config: HandlerConfig<any, any, any, any, any>) => makeHandler({ ...defaults, ...config });
  return Object.assign(make, {
    kind: "handler" as const,
    withDefaults: (more: Partial<BlockConfig<any, any, any>>) => makeFactory({ ...defaults, ...more }),
  }) as HandlerFactory;
}

function makeHandler(config: HandlerConfig<any, any, any, any, any>): BlockDefinition {
  const { name } = config;
  if (typeof config.execute !== "function") {
    throw new ConstructionError(`Handler "${name}" has nothing to do; give it execute: (input) => ….`, name);
  }
  return codeBlock("handler", config, (input, frame) =>
    guard(config.execute(input, frame.ctx), frame.signal),
  );
}
