import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { checkPrice, InvalidPriceError } from "../money/check-price.ts";
import { toldUsage } from "../money/told-usage.ts";
import type { GeneratorModel, GeneratorModelOptions } from "./generator-model.ts";
import { answerContent, answerMetadata, toFinishReason } from "./generator-model-result.ts";
import { streamGeneratorModel } from "./generator-model-stream.ts";
import { noteStatus } from "./http-status.ts";
import type { LanguageModel } from "./language-model.ts";
import { NotAModelError } from "./not-a-model-error.ts";

/**
 * What a resolver returned, as a language model: an AI SDK model (v4) as it is, the plain form wrapped.
 * Throws a `NotAModelError` that says what came instead, an `InvalidPriceError` when the price it carries is none.
 * `modelId` is the id that was asked for, for these messages.
 */
export function asLanguageModel(value: unknown, modelId?: string): LanguageModel {
  const candidate = (value ?? {}) as Partial<LanguageModel & GeneratorModel>;
  const version = candidate.specificationVersion;
  const isModel = version === "v4" && isFunction(candidate.doGenerate) && isFunction(candidate.doStream);
  const isPlain =
    version === undefined && typeof candidate.modelId === "string" && isFunction(candidate.generate);
  if (!isModel && !isPlain) throw new NotAModelError(value, modelId);
  if (candidate.price !== undefined) {
    const name = modelId ?? candidate.modelId ?? "a model";
    checkPrice(candidate.price, name, (problem) => new InvalidPriceError(problem, name));
  }
  if (isModel) return value as LanguageModel;
  return wrapGeneratorModel(value as GeneratorModel);
}

function wrapGeneratorModel(model: GeneratorModel): LanguageModel {
  return {
    specificationVersion: "v4",
    provider: "plain",
    modelId: model.modelId,
    supportedUrls: {},
    ...(model.price !== undefined && { price: model.price }),
    ...(model.simulated !== undefined && { simulated: model.simulated }),
    async doGenerate(options) {
      const result = await notingFailure(() => model.generate(toGeneratorOptions(options)));
      return {
        content: answerContent(model.modelId, result, options),
        finishReason: toFinishReason(result),
        usage: toldUsage(result.usage),
        providerMetadata: answerMetadata(result),
        warnings: unsupportedTools(options),
      };
    },
    async doStream(options) {
      const start: LanguageModelV4StreamPart = { type: "stream-start", warnings: unsupportedTools(options) };
      return { stream: streamGeneratorModel(model, toGeneratorOptions(options), options, start) };
    },
  };
}

async function notingFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    noteStatus(error);
    throw error;
  }
}

function toGeneratorOptions(options: LanguageModelV4CallOptions): GeneratorModelOptions {
  const tools = options.tools?.flatMap((tool) =>
    tool.type === "function"
      ? [{ name: tool.name, description: tool.description, inputSchema: tool.inputSchema }]
      : [],
  );
  const format = options.responseFormat;
  return {
    messages: options.prompt.map(toMessage),
    ...(tools?.length && { tools }),
    ...(format?.type === "json" && { outputSchema: format.schema ?? {} }),
    ...(options.maxOutputTokens !== undefined && { maxTokens: options.maxOutputTokens }),
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    ...(options.seed !== undefined && { seed: options.seed }),
    ...(options.abortSignal && { signal: options.abortSignal }),
    ...(options.providerOptions && { providerOptions: options.providerOptions }),
  };
}

function toMessage({ role, content }: LanguageModelV4CallOptions["prompt"][number]): unknown {
  if (typeof content === "string") return { role, content };
  const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return { role, content: texts.length === content.length ? texts.join("\n") : content };
}

function unsupportedTools(options: LanguageModelV4CallOptions) {
  return (options.tools ?? []).flatMap((tool) =>
    tool.type === "provider" ? [{ type: "unsupported" as const, feature: `provider tool ${tool.id}` }] : [],
  );
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}
