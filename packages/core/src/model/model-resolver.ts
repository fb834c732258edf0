import type { GeneratorModel } from "./generator-model.ts";
import type { LanguageModel } from "./language-model.ts";

/** How a model id may be steered to a provider. */
export interface ResolveModelOptions {
  /** Route through this provider or gateway when it can be used; the first that can wins. */
  preferProvider?: string | string[];
}

/**
 * From a model id to a model. Throws one sentence with the fix when the id is malformed, the provider unknown,
 * the key missing or the provider's package not installed; nothing is called before the model is.
 */
export interface ModelResolver {
  (modelId: string, blockName?: string, options?: ResolveModelOptions): LanguageModel | GeneratorModel;
  /** The full id that an id stands for, e.g. `anthropic/claude-opus-4-6` for `claude-opus-4-6`. */
  resolveId?(modelId: string, options?: ResolveModelOptions): string;
}
