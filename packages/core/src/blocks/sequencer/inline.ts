import type { Schema, SchemaInput, SchemaOutput } from "../../schema/schema.ts";
import type { BlockDefinition, MaybePromise } from "../block.ts";
import type { BlockConfig } from "../block-config.ts";
import type { BlockContext } from "../context.ts";
import type { GeneratorConfig } from "../generator/generator-config.ts";

/** A handler written where it is used: its input is what the chain has there, its name may be left out. */
export interface InlineHandlerConfig<TInput, TOut extends Schema | undefined, TResult, TState>
  extends Omit<BlockConfig<Schema | undefined, TOut, undefined>, "name" | "sequencerStateSchema"> {
  name?: string;
  execute: (input: TInput, ctx: BlockContext<TState>) => MaybePromise<TResult>;
  /** Called with the checked output. What it throws fails the block. */
  onCompleted?: (output: any, ctx: BlockContext<TState>) => MaybePromise<void>;
}

/** A generator written where it is used. */
export type InlineGeneratorConfig<TInput, TOut extends Schema | undefined> = Omit<
  GeneratorConfig<Schema<any, TInput> | undefined, TOut, undefined, TInput>,
  "name"
> & { name?: string };

/** What the code of an inline handler has to return. */
export type InlineResult<TOut extends Schema | undefined> = TOut extends Schema ? SchemaInput<TOut> : unknown;

/** What an inline handler gives on. */
export type InlineOutput<TOut extends Schema | undefined, TResult> = TOut extends Schema
  ? SchemaOutput<TOut>
  : TResult;

/**
 * Makes the block of an inline step, named by its place. What reaches it has passed the schema of the step before,
 * so it is not checked again (a schema that transforms would not take its own output).
 */
export function makeInline(
  factory: (config: any) => BlockDefinition,
  config: object,
  ordinal: number,
): BlockDefinition {
  return factory({ name: `inline-${ordinal}`, ...config });
}
