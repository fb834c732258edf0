import { FlowError } from "../errors/flow-error.ts";
import type { LanguageModel } from "../model/language-model.ts";
import type { ResolveModelOptions } from "../model/model-resolver.ts";
import type { Account } from "../money/account.ts";
import type { BlockContext, ParentBlock } from "./context.ts";
import type { Frame } from "./frame.ts";
import type { OpenCalls } from "./open-calls.ts";
import { readyModel } from "./ready-model.ts";
import type { StateHandle } from "./state-handle.ts";

/** A block used the state of a sequencer, and none around it has any. */
export class NoSequencerStateError extends FlowError {
  override readonly name: string = "NoSequencerStateError";

  constructor(blockName: string) {
    super(
      `Block "${blockName}" uses ctx.sequencer, but no sequencer around it has a stateSchema; give one a stateSchema.`,
      { code: "no-sequencer-state", blockName },
    );
  }
}

/** The helper functions of a block's capabilities, by capability name; made when first used. */
export type CapabilityFunctions = (ctx: BlockContext, frame: Frame) => Record<string, unknown>;

const noCapabilities = Object.freeze({});

/** The context of one block run. Its functions may be taken off it and passed around. */
export class FrameContext implements BlockContext {
  readonly #frame: Frame;
  readonly #calls: OpenCalls;
  readonly #functions: CapabilityFunctions | undefined;
  #cap: Record<string, unknown> | undefined;

  constructor(frame: Frame, calls: OpenCalls, functions: CapabilityFunctions | undefined) {
    this.#frame = frame;
    this.#calls = calls;
    this.#functions = functions;
  }

  get signal(): AbortSignal {
    return this.#frame.signal;
  }
  get account(): Account {
    return this.#calls.account;
  }
  get attempt(): number {
    return this.#frame.attempt;
  }
  get path(): string {
    return this.#frame.path;
  }
  get cell(): string | undefined {
    return this.#frame.run.seams.cell;
  }
  get clock() {
    return this.#frame.run.seams.clock;
  }
  get parent(): ParentBlock | undefined {
    const { parent } = this.#frame;
    return parent && { name: parent.name, kind: parent.kind, input: parent.input };
  }
  get sequencer(): StateHandle {
    if (!this.#frame.state) throw new NoSequencerStateError(this.#frame.name);
    return this.#frame.state;
  }
  get cap(): Readonly<Record<string, any>> {
    this.#cap ??= this.#functions?.(this, this.#frame) ?? noCapabilities;
    return this.#cap;
  }

  readonly resolveModel = (modelId: string, options?: ResolveModelOptions): LanguageModel =>
    readyModel(this.#frame, this.account, modelId, options);

  readonly emit = (name: string, data?: unknown): void => {
    const { run, id } = this.#frame;
    if (run.listening) run.tell({ type: "emitted", id, at: run.seams.clock.now(), name, data });
  };

  readonly getBlockOutput = (block: string | { readonly name: string }): any =>
    this.#frame.run.outputs.get(typeof block === "string" ? block : block.name);
}
