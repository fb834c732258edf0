import type { LanguageModelV4 } from "@ai-sdk/provider";
import { FlowError } from "../errors/flow-error.ts";
import type { GeneratorModel } from "./generator-model.ts";
import type { LanguageModel } from "./language-model.ts";
import { reservedProviderNames } from "./parse-model-id.ts";
import { knownGateways, knownProviders } from "./providers/known-providers.ts";

/** An AI SDK provider (`createAnthropic(…)`), or any function from a model name to a model. */
export type ProviderInstance =
  | ((model: string) => LanguageModelV4 | GeneratorModel)
  | { languageModel(model: string): LanguageModelV4 | GeneratorModel };

/** Where a server is and how to get in. */
export interface ServerSettings {
  baseURL?: string;
  apiKey?: string;
}

/** What the makers of `scripted:` and `sim/` models are told beside the file or profile. */
export interface ModelHookContext {
  /** The full id. */
  modelId: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** Makes the model that a file or a profile describes. */
export type ModelHook = (subject: string, context: ModelHookContext) => LanguageModel | GeneratorModel;

/** Options of `createModelResolver`. Everything has a default. */
export interface ModelResolverOptions {
  /** Keys by provider or gateway; they win over the environment. */
  keys?: Readonly<Record<string, string | undefined>>;
  /** `vercel` and `openrouter`: how to get in, or a provider instance of the AI SDK. */
  gateways?: Readonly<Record<string, ProviderInstance | ServerSettings>>;
  /**
   * By name: a provider instance, or the address of a server. A name that is not known yet stands for a server that
   * speaks Chat Completions (vLLM, llama.cpp, a proxy), and its models may be called anything.
   */
  providers?: Readonly<Record<string, ProviderInstance | ServerSettings>>;
  /** Providers or gateways to route through where they can be used; the first that can wins. */
  providerPreference?: string | readonly string[];
  /** The environment to read keys and addresses from; the process's own when absent. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Makes `scripted:<file>` models; the file is read as a script when absent. */
  scripted?: ModelHook;
  /** Makes `sim/<profile>` models; those built in, with seed 0 and no answer key, when absent. */
  sim?: ModelHook;
  /** Can a package be imported? */
  isInstalled?: (packageName: string) => boolean;
}

/** The options of a resolver contradict themselves or mean nothing. */
export class ResolverOptionsError extends FlowError {
  override readonly name = "ResolverOptionsError";

  constructor(message: string) {
    super(message, { code: "invalid-resolver-options" });
  }
}

/** Is it an instance, rather than an address? */
export function isProviderInstance(
  value: ProviderInstance | ServerSettings | undefined,
): value is ProviderInstance {
  return (
    typeof value === "function" ||
    typeof (value as { languageModel?: unknown } | undefined)?.languageModel === "function"
  );
}

/** Throws a `ResolverOptionsError` for what cannot be meant, so that a slip is found before the first call. */
export function checkResolverOptions({
  keys = {},
  gateways = {},
  providers = {},
}: ModelResolverOptions): void {
  const gatewayNames = knownGateways.map((gateway) => gateway.name);
  const providerNames = knownProviders.map((provider) => provider.name);
  for (const name of Object.keys(gateways)) {
    if (gatewayNames.includes(name)) continue;
    throw new ResolverOptionsError(
      `There is no gateway "${name}", only ${gatewayNames.join(" and ")}. Give it under providers instead.`,
    );
  }
  for (const [name, value] of Object.entries(providers)) {
    if (gatewayNames.includes(name)) {
      throw new ResolverOptionsError(`${name} is a gateway. Give it under gateways instead of providers.`);
    }
    if (reservedProviderNames.includes(name) || !/^[a-z0-9][\w.-]*$/i.test(name)) {
      throw new ResolverOptionsError(
        `A provider cannot be called "${name}". Use letters, digits, dots and hyphens, and none of ${reservedProviderNames.join(", ")}.`,
      );
    }
    if (isProviderInstance(value) || providerNames.includes(name)) continue;
    if (typeof value?.baseURL !== "string") {
      throw new ResolverOptionsError(
        `The provider ${name} has no address. Give providers: { "${name}": { baseURL } } or an AI SDK provider.`,
      );
    }
  }
  const named = [...providerNames, ...gatewayNames, ...Object.keys(providers)];
  for (const name of Object.keys(keys)) {
    if (named.includes(name)) continue;
    throw new ResolverOptionsError(
      `keys has "${name}", which is no provider. Known are ${named.join(", ")}.`,
    );
  }
}
