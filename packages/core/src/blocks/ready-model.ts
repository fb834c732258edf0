import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { callContextOf, withCallContext } from "../model/call-context.ts";
import type { GeneratorModel } from "../model/generator-model.ts";
import type { LanguageModel } from "../model/language-model.ts";
import type { ResolveModelOptions } from "../model/model-resolver.ts";
import { standInFor } from "../model/stand-in.ts";
import type { Account } from "../money/account.ts";
import type { Frame } from "./frame.ts";
import { isWithin } from "./observed-account.ts";
import type { Run } from "./run.ts";
import type { PreparedModel } from "./run-models.ts";

/** A model by id, or a model itself. */
export type ModelRef = string | LanguageModel | GeneratorModel;

/** How a block wants its model. */
export interface ReadyModelOptions extends ResolveModelOptions {
  timeoutMs?: number;
}

/** A model that is ready to be called by a block. */
export type ReadyModel = LanguageModel & {
  /** Tells the cache, where there is one, that the answer to this call was of no use; it has to bring its ordinal. */
  disown?: NonNullable<PreparedModel["disown"]>;
};

/** The id a model is known by in messages and books; one that was given itself is named as an id would name it. */
export function modelIdOf(model: ModelRef): string {
  if (typeof model === "string") return model;
  // Plain models name themselves in full, and so do simulated and scripted ones.
  if (!("provider" in model) || /^(sim\/|scripted:)/.test(model.modelId)) return model.modelId;
  const [provider] = model.provider.split(".");
  return `${provider === "gateway" ? "vercel" : provider}/${model.modelId}`;
}

/**
 * A model whose calls are charged to the block, know their place in the run, and stop with it. A call that brings an
 * ordinal of its own is another try at that call; any other is the next call of the block.
 */
export function readyModel(
  frame: Frame,
  account: Account,
  ref: ModelRef,
  options: ReadyModelOptions = {},
): ReadyModel {
  const { run, path } = frame;
  const { model, modelId } = resolve(frame, ref, options);
  const { model: inner, disown } = run.seams.models.prepare(model, {
    modelId,
    blockName: frame.name,
    account,
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
    onCached(ordinal, { usage, costUsd }) {
      if (ordinal === undefined || !run.listening) return;
      const at = run.seams.clock.now();
      run.tell({ type: "call.cached", id: frame.id, at, modelId, ordinal, usage, costUsd });
    },
  });
  const place = (call: LanguageModelV4CallOptions) => {
    const { ordinal = run.nextOrdinal(path), attempt } = callContextOf(call);
    const { cell, cellAttempt } = run.seams;
    const placed = withCallContext(call, { cell, cellAttempt, block: path, ordinal, attempt });
    return { ...placed, abortSignal: either(call.abortSignal, frame.signal) };
  };
  const readied: ReadyModel = standInFor(inner, {
    provider: inner.provider,
    modelId: inner.modelId,
    supportedUrls: () => inner.supportedUrls,
    async doGenerate(options) {
      return await inner.doGenerate(place(options));
    },
    async doStream(options) {
      return await inner.doStream(place(options));
    },
  });
  if (disown) readied.disown = (call) => disown(place(call));
  const made: Origin = { model, modelId, run, account };
  return Object.defineProperty(readied, origin, { value: made });
}

/** A call with a signal of its own stops with its block all the same. */
function either(own: AbortSignal | undefined, signal: AbortSignal): AbortSignal {
  return own === undefined || own === signal ? signal : AbortSignal.any([own, signal]);
}

/**
 * What a ready model was made of, and who is charged by it. A copy of the model does not have it: whatever its maker
 * changed counts. A `WeakMap` would keep all that its values lead to, a whole cell, until the next full garbage
 * collection.
 */
const origin = Symbol.for("@flow-state-dev/core: what a ready model was made of");

type Origin = Resolved & { run: Run; account: Account };

interface Resolved {
  model: LanguageModel | GeneratorModel;
  modelId: string;
}

/** A model that another block made ready is made ready anew from what that one was: nothing is booked twice. */
function resolve(frame: Frame, ref: ModelRef, options: ReadyModelOptions): Resolved {
  const found = find(frame, ref, options);
  const before = (found.model as { [origin]?: Origin } | null | undefined)?.[origin];
  if (!before) return found;
  const { run } = frame;
  return before.run === run || isWithin(run.seams.account, before.account) ? before : found;
}

function find(frame: Frame, ref: ModelRef, { preferProvider }: ReadyModelOptions): Resolved {
  if (typeof ref !== "string") return { model: ref, modelId: modelIdOf(ref) };
  const resolver = frame.run.seams.modelResolver;
  const options = preferProvider === undefined ? undefined : { preferProvider };
  return { model: resolver(ref, frame.name, options), modelId: resolver.resolveId?.(ref, options) ?? ref };
}
