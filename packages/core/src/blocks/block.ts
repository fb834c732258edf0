import type { Schema, SchemaInput, SchemaOutput } from "../schema/schema.ts";
import type { BlockKind } from "./block-kind.ts";
import type { BlockContext } from "./context.ts";
import type { Frame } from "./frame.ts";
import type { CapabilityFunctions } from "./frame-context.ts";
import type { ErrorClass } from "./retry-policy.ts";

/** Now or later. */
export type MaybePromise<T> = T | Promise<T>;

/** What a block with this input schema is given from outside; anything when it has none. */
export type AcceptedBy<S extends Schema | undefined> = S extends Schema ? SchemaInput<S> : any;

/** What the code of a block with this input schema sees; anything when it has none. */
export type ParsedBy<S extends Schema | undefined> = S extends Schema ? SchemaOutput<S> : any;

/** The shape of the state a schema describes; anything when there is none. */
export type StateOf<S extends Schema | undefined> = S extends Schema ? SchemaOutput<S> : any;

/** How to go on after an error: the first entry whose `when` takes it runs, with the error as its input. */
export interface RescueHandlerSpec<TOutput = any> {
  /** Classes of errors, or whether it is this one; any error when absent. */
  when?: readonly ErrorClass[] | ((error: Error) => boolean);
  block: BlockDefinition<any, TOutput>;
}

/** How a block appears as a tool. */
export interface AsToolOptions {
  /** The block's own name when absent. */
  name?: string;
  /** The block's own description when absent. */
  description?: string;
}

/**
 * What every block is, whatever its kind. Blocks are values: nothing here runs them or changes them; the framework
 * runs them, and every method gives a new block.
 */
export interface BlockDefinition<TInput = any, TOutput = any> {
  readonly kind: BlockKind;
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: Schema;
  readonly outputSchema?: Schema;
  /** The same block for another input, which `connector` turns into the one it takes. */
  connectInput<TFrom>(
    connector: (value: TFrom, ctx: BlockContext) => MaybePromise<TInput>,
  ): BlockDefinition<TFrom, TOutput>;
  /** The same block with another output, which `connector` makes from the one it gives. */
  connectOutput<TTo>(
    connector: (output: TOutput, ctx: BlockContext) => MaybePromise<TTo>,
  ): BlockDefinition<TInput, TTo>;
  /** The same block under a name and description for models; run as a step it is told as a tool call. */
  asTool(options?: AsToolOptions): BlockDefinition<TInput, TOutput>;
  /** The same block with a way out of errors. Abort and a spent budget are never rescued. */
  rescue<TRescued>(
    handlers: readonly RescueHandlerSpec<TRescued>[],
  ): BlockDefinition<TInput, TOutput | TRescued>;
  /** For the compiler only; there is nothing in it. */
  readonly "~types"?: { input: (value: TInput) => void; output: TOutput };
  /** For the framework only. */
  readonly "~block": BlockInternals;
}

/** How the framework runs a block. */
export interface BlockInternals {
  /** The block's work within its frame: check, run, check. */
  readonly body: (input: any, frame: Frame) => Promise<unknown>;
  readonly functions?: CapabilityFunctions;
  /** The first thing it does is to ask a model: code runs before that only to make what is asked. */
  readonly asksFirst?: boolean;
  /** What it was made of, its settings and the blocks it runs, so that two versions of it can be told apart. */
  readonly made: unknown;
}

/** Whether a value is a block. */
export function isBlock(value: unknown): value is BlockDefinition {
  return typeof value === "object" && value !== null && "~block" in value;
}
