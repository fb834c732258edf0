import type { Clock } from "../clock/clock.ts";
import type { LanguageModel } from "../model/language-model.ts";
import type { ResolveModelOptions } from "../model/model-resolver.ts";
import type { Account } from "../money/account.ts";
import type { BlockKind } from "./block-kind.ts";
import type { StateHandle } from "./state-handle.ts";

/** The block around this one. */
export interface ParentBlock {
  readonly name: string;
  readonly kind: BlockKind;
  readonly input: unknown;
}

/** What a block's code is given beside its input. */
export interface BlockContext<TState = any> {
  /** Fires when the run, or the branch of it this block is in, has to stop. Pass it on to whatever takes time. */
  readonly signal: AbortSignal;
  /** Who pays. What is charged here counts in this block's totals. */
  readonly account: Account;
  /**
   * A model ready to call: charged to `account`, placed in the run, and answered from the run's cache when there
   * is one. Throws what the resolver throws.
   */
  readonly resolveModel: (modelId: string, options?: ResolveModelOptions) => LanguageModel;
  /** Says something to whoever listens to the run, as an `emitted` event. */
  readonly emit: (name: string, data?: unknown) => void;
  /** State of the nearest sequencer with a `stateSchema`. Using it where there is none is an error. */
  readonly sequencer: StateHandle<TState>;
  /** What the capabilities of this block offer, by capability name. */
  readonly cap: Readonly<Record<string, any>>;
  /** Which try of this block this is, from 1. */
  readonly attempt: number;
  readonly parent: ParentBlock | undefined;
  /** Output of the block of this name that finished last in this run; undefined when none has. */
  readonly getBlockOutput: <TOutput = any>(block: string | { readonly name: string }) => TOutput | undefined;
  /** Names from the outermost block to this one. */
  readonly path: string;
  /** Subject, task and run, when the run is a cell of a sweep. */
  readonly cell: string | undefined;
  readonly clock: Clock;
}
