import type { LanguageModelV4 } from "@ai-sdk/provider";
import { applyMiddleware } from "./apply-middleware.ts";
import { withoutCallContext } from "./call-context.ts";
import { explainErrors } from "./explain-errors.ts";
import type { LanguageModel } from "./language-model.ts";

/** A model that is known by name already and loaded by its first call. */
export interface LazyModelOptions {
  provider: string;
  modelId: string;
  /** As in `ModelFacts`. */
  address?: string | undefined;
  load(): Promise<LanguageModelV4>;
  /** Turns an error of a call, thrown or reported within its stream, into one that says it better. */
  explain?(error: unknown): unknown;
}

/**
 * Loads once, at the first call. A load that failed is tried again by the next call. This is the border to real
 * providers, so the place of the call in its run stays on this side.
 */
export function lazyModel({ provider, modelId, address, load, explain }: LazyModelOptions): LanguageModel {
  let loading: Promise<LanguageModelV4> | undefined;
  const loaded = () => {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const model: LanguageModel = {
    specificationVersion: "v4",
    provider,
    modelId,
    ...(address !== undefined && { address }),
    get supportedUrls() {
      const urls = loaded().then((model) => model.supportedUrls);
      // Whoever only looks must not be brought down by a failure that the call itself will report.
      urls.catch(() => {});
      return urls;
    },
    doGenerate: async (options) => (await loaded()).doGenerate(withoutCallContext(options)),
    doStream: async (options) => (await loaded()).doStream(withoutCallContext(options)),
  };
  return explain ? applyMiddleware(model, explainErrors(explain)) : model;
}
