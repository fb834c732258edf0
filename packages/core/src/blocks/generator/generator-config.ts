import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import type { Schema, SchemaOutput } from "../../schema/schema.ts";
import type { AcceptedBy, BlockDefinition, MaybePromise, ParsedBy, StateOf } from "../block.ts";
import type { BlockConfig } from "../block-config.ts";
import type { BlockContext } from "../context.ts";
import type { ModelRef } from "../ready-model.ts";
import type { CachingConfig } from "./caching.ts";
import type { ContextSlot } from "./context-slot.ts";
import type { PromptSlot } from "./prompt-slot.ts";

/** A model, or several of which a later one takes over when those before it fail. */
export type ModelChoice = ModelRef | readonly ModelRef[];

/** A message from before, in short form or in the model's own. */
export type HistoryMessage = { role: "user" | "assistant"; content: string } | LanguageModelV4Message;

/** One turn of the tool loop, after its tools have run. */
export interface LoopTurn {
  /** From 1. */
  iteration: number;
  text: string;
  toolCalls: readonly { toolName: string; input: unknown }[];
}

/** How a tool loop ends. */
export interface LoopConfig {
  /** Model calls at most; 8 when absent. */
  maxIterations?: number;
  /** Ends the loop after a turn; the text of that turn is the answer. */
  stopWhen?: (turn: LoopTurn, ctx: BlockContext) => MaybePromise<boolean>;
}

/** What to do with an answer that does not fit the output schema. */
export interface RepairConfig {
  /**
   * `auto` (default): read it leniently, then ask the model again with what is wrong. `rescue` and `fail`: it is an
   * error at once.
   */
  mode?: "auto" | "rescue" | "fail";
  /** How often to ask again; 1 when absent. */
  maxAttempts?: number;
  /**
   * Of several answers that fit and differ the last in a code fence counts; with `true` none does, wherever they stand,
   * and the model is asked again. For answers about texts that may hold such an answer themselves, as those of a judge.
   */
  oneAnswer?: boolean;
}

/** What `repairOutput` is told beside the answer and what is wrong with it. */
export interface RepairState {
  rawOutput: string;
  /** How often the model has been asked again. */
  attempt: number;
}

/** Which model answered. */
export interface ModelIdentity {
  requested: string;
  actual: string;
}

/** What is known when a generator has finished. */
export interface GeneratorMeta {
  model: ModelIdentity;
  finishReason: string;
  /** Turns of the tool loop. */
  iterations: number;
}

/** What a generator with this output schema gives out; text when it has none. */
export type GeneratorOutput<TOut extends Schema | undefined> = TOut extends Schema
  ? SchemaOutput<TOut>
  : string;

/** A block that asks a model. */
export interface GeneratorConfig<
  TIn extends Schema | undefined = undefined,
  TOut extends Schema | undefined = undefined,
  TState extends Schema | undefined = undefined,
  TInput = ParsedBy<TIn>,
> extends BlockConfig<TIn, TOut, TState> {
  /** The model, by id or itself; several are fallbacks in order. May come from a capability instead. */
  model?: ModelChoice | ((input: TInput, ctx: BlockContext<StateOf<TState>>) => MaybePromise<ModelChoice>);
  /** System prompt. Functions are asked again before each turn of the tool loop. */
  prompt?: PromptSlot<TInput, StateOf<TState>>;
  /** What else the model should know; goes behind the prompt. */
  context?: ContextSlot<TInput, StateOf<TState>>;
  /** The user's message; the input itself, its message when it is an error, or its JSON, when absent. */
  user?: string | ((input: TInput, ctx: BlockContext<StateOf<TState>>) => MaybePromise<unknown>);
  /** Messages between the system prompt and the user's. */
  history?: (input: TInput, ctx: BlockContext<StateOf<TState>>) => MaybePromise<readonly HistoryMessage[]>;
  /** Blocks the model may call; the input schema of each is what it takes. */
  tools?:
    | readonly BlockDefinition<any, any>[]
    | ((
        input: TInput,
        ctx: BlockContext<StateOf<TState>>,
      ) => MaybePromise<readonly BlockDefinition<any, any>[]>);
  loop?: LoopConfig;
  /** Short for `loop.maxIterations`. */
  maxIterations?: number;
  /** Output tokens of one call at most. */
  maxTokens?: number;
  temperature?: number;
  seed?: number;
  topP?: number;
  stopSequences?: readonly string[];
  reasoning?: LanguageModelV4CallOptions["reasoning"];
  providerOptions?: SharedV4ProviderOptions;
  caching?: CachingConfig;
  repair?: RepairConfig;
  /** Own way to mend an answer that does not fit; what it returns is checked again. */
  repairOutput?: (
    candidate: unknown,
    error: Error,
    state: RepairState,
    ctx: BlockContext<StateOf<TState>>,
  ) => MaybePromise<unknown>;
  /** The most one call may take, in milliseconds. */
  timeoutMs?: number;
  /** Reads answers as they are written, telling `text.delta` events. */
  stream?: boolean;
  /** Called with the checked output. What it throws fails the block. */
  onCompleted?: (
    output: GeneratorOutput<TOut>,
    ctx: BlockContext<StateOf<TState>>,
    meta: GeneratorMeta,
  ) => MaybePromise<void>;
}

/** Settings that a family of generators shares. */
export type GeneratorDefaults = Partial<Omit<GeneratorConfig<any, any, any, any>, "name">>;

/** Makes generators. */
export interface GeneratorFactory {
  <
    TIn extends Schema | undefined = undefined,
    TOut extends Schema | undefined = undefined,
    TState extends Schema | undefined = undefined,
  >(
    config: GeneratorConfig<TIn, TOut, TState>,
  ): BlockDefinition<AcceptedBy<TIn>, GeneratorOutput<TOut>>;
  /** The same, with these settings wherever a generator does not have its own. */
  withDefaults(defaults: GeneratorDefaults): GeneratorFactory;
  readonly kind: "generator";
}
