import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4Middleware,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { type Clock, systemClock } from "../clock/clock.ts";
import { callContextOf } from "../model/call-context.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { resultToStream } from "../model/result-to-stream.ts";
import { collectStream } from "../model/stream-to-result.ts";
import { fromCacheEntry, toCacheEntry } from "./cache-entry.ts";
import { cacheKey } from "./cache-key.ts";
import { CacheMissError } from "./cache-miss-error.ts";
import { CacheModeError } from "./cache-mode-error.ts";
import type { ResponseCache } from "./response-cache.ts";

/**
 * `use` answers from the cache and records what it does not find; `replay` answers from the cache only, and a call
 * that is not in it is a `CacheMissError`; `refresh` asks every time and records over what is there.
 */
export type CacheMode = "use" | "replay" | "refresh";

const modes: readonly string[] = ["use", "replay", "refresh"] satisfies CacheMode[];

/** How a cache is put to use. */
export interface CachedOptions {
  mode: CacheMode;
  /** Told when the cache itself fails; the call goes on without it. A process warning when absent. */
  onWarning?: (message: string) => void;
  clock?: Clock;
  /** Told of every answer that comes from the cache, and of the call that it is for. */
  onHit?: (answer: LanguageModelV4GenerateResult, call: LanguageModelV4CallOptions) => void;
}

/** Makes a cache ask again for an answer that was of no use. Never rejects. */
export type Disown = () => Promise<void>;

/** The middleware of a cache, and the way to tell it what an answer was worth. */
export interface CachingMiddleware extends LanguageModelV4Middleware {
  /**
   * The answer to this call was of no use: it is kept, but only a `replay` is given it again. A call that is not
   * recorded, or is replayed, stays as it is. Never rejects.
   */
  disown(model: LanguageModelV4, call: LanguageModelV4CallOptions): Promise<void>;
}

/**
 * Middleware that answers calls from a cache. It belongs outside the meter: a hit never reaches the model, so nothing
 * is charged. Usage stays as recorded, with `providerMetadata.x.cached` set to true. Only whole answers are recorded:
 * no failures, nothing that was aborted, left or broken off, and what was disowned counts as not recorded. What was
 * recorded from a stream answers a plain call and the other way round. Throws a `CacheModeError` when the mode is none
 * of the three.
 */
export function cached(cache: ResponseCache, options: CachedOptions): CachingMiddleware {
  const { mode, clock = systemClock } = options;
  if (!modes.includes(mode)) throw new CacheModeError(mode, modes);
  const warn = options.onWarning ?? ((message) => process.emitWarning(message, { code: "response-cache" }));

  async function find(key: string, model: LanguageModelV4, params: LanguageModelV4CallOptions) {
    if (mode === "refresh") return undefined;
    params.abortSignal?.throwIfAborted();
    const found = await read(key);
    if (found) {
      options.onHit?.(found, params);
      return found;
    }
    if (mode !== "replay") return undefined;
    const { modelId, address } = model as LanguageModel;
    throw new CacheMissError({ modelId, address, key, context: callContextOf(params) });
  }

  async function read(key: string) {
    try {
      const entry = await cache.get(key);
      if (!entry || (entry.useless && mode !== "replay")) return undefined;
      return markCached(fromCacheEntry(entry));
    } catch (error) {
      warn(`The response cache cannot be read: ${String(error)}`);
      return undefined;
    }
  }

  async function record(key: string, model: LanguageModelV4, result: LanguageModelV4GenerateResult) {
    if (!isWhole(result)) return;
    try {
      await cache.put(key, toCacheEntry(model.modelId, result, clock.now()));
    } catch (error) {
      warn(`An answer could not be written to the response cache: ${String(error)}`);
    }
  }

  async function disown(model: LanguageModelV4, call: LanguageModelV4CallOptions) {
    if (mode === "replay") return;
    const key = keyOf(model, call);
    try {
      const entry = await cache.get(key);
      if (entry && !entry.useless) await cache.put(key, { ...entry, useless: true });
    } catch (error) {
      warn(`A useless answer stays in the response cache: ${String(error)}`);
    }
  }

  return {
    specificationVersion: "v4",
    disown,
    async wrapGenerate({ doGenerate, params, model }) {
      const key = keyOf(model, params);
      const found = await find(key, model, params);
      if (found) return found;
      const result = await doGenerate();
      await record(key, model, result);
      return result;
    },
    async wrapStream({ doStream, params, model }) {
      const key = keyOf(model, params);
      const found = await find(key, model, params);
      if (found) return { stream: resultToStream(found) };
      const { stream, ...rest } = await doStream();
      const collector = collectStream();
      const recorder = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
        transform(part, controller) {
          collector.add(part);
          controller.enqueue(part);
        },
        async flush() {
          const result = collector.result();
          if (result) await record(key, model, result);
        },
      });
      return { ...rest, stream: stream.pipeThrough(recorder) };
    },
  };
}

/** Two providers may have a model of the same name, and so may two servers that stand for one provider. */
function keyOf(model: LanguageModelV4, params: LanguageModelV4CallOptions): string {
  const { provider, modelId, address } = model as LanguageModel;
  return cacheKey(`${provider} ${modelId}${address === undefined ? "" : ` ${address}`}`, params);
}

function isWhole({ finishReason }: LanguageModelV4GenerateResult): boolean {
  return finishReason.unified !== "error" && finishReason.unified !== "interrupted";
}

function markCached(result: LanguageModelV4GenerateResult): LanguageModelV4GenerateResult {
  const { x, ...others } = result.providerMetadata ?? {};
  return { ...result, providerMetadata: { ...others, x: { ...x, cached: true } } };
}
