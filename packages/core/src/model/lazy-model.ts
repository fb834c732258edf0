import type { LanguageModelV4 } from "@ai-sdk/provider";
import { withoutCallContext } from "./call-context.ts";
import type { LanguageModel } from "./language-model.ts";

/** A model that is known by name already and loaded by its first call. */
export interface LazyModelOptions {
  provider: string;
  modelId: string;
  load(): Promise<LanguageModelV4>;
  /** Turns an error of a call into one that says more. */
  explain?(error: unknown): unknown;
}

/**
 * Loads once, at the first call. A load that failed is tried again by the next call. This is the border to real
 * providers, so the place of the call in its run stays on this side.
 */
export function lazyModel({ provider, modelId, load, explain }: LazyModelOptions): LanguageModel {
  let loading: Promise<LanguageModelV4> | undefined;
  const loaded = () => {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const explained = <T>(call: () => Promise<T>) =>
    explain
      ? call().catch((error) => {
          throw explain(error);
        })
      : call();
  return {
    specificationVersion: "v4",
    provider,
    modelId,
    get supportedUrls() {
      const urls = loaded().then((model) => model.supportedUrls);
      // Whoever only looks must not be brought down by a failure that the call itself will report.
      urls.catch(() => {});
      return urls;
    },
    doGenerate: (options) => explained(async () => (await loaded()).doGenerate(withoutCallContext(options))),
    doStream: (options) => explained(async () => (await loaded()).doStream(withoutCallContext(options))),
  };
}
