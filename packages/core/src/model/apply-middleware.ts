import type { LanguageModelV4CallOptions, LanguageModelV4Middleware } from "@ai-sdk/provider";
import type { LanguageModel } from "./language-model.ts";
import { standInFor } from "./stand-in.ts";

/** Middleware as the `ai` package has it: its own functions leave out of their type which version they are of. */
export type ModelMiddleware = Omit<LanguageModelV4Middleware, "specificationVersion"> & {
  readonly specificationVersion?: string | undefined;
};

/**
 * The model with one piece of AI SDK middleware around it, as `wrapLanguageModel` of the `ai` package would put it.
 * What our models know of themselves (price, simulated or not, address) stays, and nothing is loaded before a call.
 */
export function applyMiddleware(model: LanguageModel, middleware: ModelMiddleware): LanguageModel {
  const transform = async (type: "generate" | "stream", params: LanguageModelV4CallOptions) =>
    middleware.transformParams ? await middleware.transformParams({ type, params, model }) : params;
  const operations = (params: LanguageModelV4CallOptions) => ({
    doGenerate: async () => await model.doGenerate(params),
    doStream: async () => await model.doStream(params),
    params,
    model,
  });
  return standInFor(model, {
    provider: middleware.overrideProvider?.({ model }) ?? model.provider,
    modelId: middleware.overrideModelId?.({ model }) ?? model.modelId,
    supportedUrls: () => middleware.overrideSupportedUrls?.({ model }) ?? model.supportedUrls,
    async doGenerate(options) {
      const call = operations(await transform("generate", options));
      return middleware.wrapGenerate ? await middleware.wrapGenerate(call) : await call.doGenerate();
    },
    async doStream(options) {
      const call = operations(await transform("stream", options));
      return middleware.wrapStream ? await middleware.wrapStream(call) : await call.doStream();
    },
  });
}
