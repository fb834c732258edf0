import type { LanguageModelV4 } from "@ai-sdk/provider";

/** How to reach one model of a provider. */
export interface ProviderAccess {
  /** The provider's own name for the model. */
  model: string;
  apiKey: string | undefined;
  /** Always given, so that the package never looks into the environment by itself; no slash at the end. */
  baseURL: string;
  /** To be used for every request: it does not carry the key to where it was not meant to go. */
  fetch: typeof globalThis.fetch;
  /** The name the model's `provider` begins with. */
  name: string;
}

/** What has to be known of a provider to use it. Its package is imported by `load`, and only there. */
export interface ProviderDefinition {
  /** First word of its ids. */
  name: string;
  /** Ids without a provider in front that are its models' own. */
  bareIds?: RegExp;
  /** May the names of its models contain slashes? */
  slashesInNames?: boolean;
  /** The npm package that speaks to it. */
  package: string;
  /** Variables that may hold the key, the first that is set wins; errors name the first. */
  keyVariables: readonly string[];
  /** False where a server without a key is usual. */
  keyRequired: boolean;
  /** Under which name `keys` and `providers` configure it; its own unless it is a second face of another. */
  settingsName?: string;
  /** The variable that moves it to another address. */
  baseUrlVariable?: string;
  /** Where it is when nobody says otherwise; undefined when somebody has to. */
  defaultBaseUrl?: string;
  /** An address as people write it, as the package wants it; the result still has to be a URL. */
  toBaseUrl?(written: string): string;
  /** Can a gateway serve its models under the same id? */
  viaGateways: boolean;
  /** `provider` of its models, as its package sets it. */
  providerId(name: string): string;
  load(access: ProviderAccess): Promise<LanguageModelV4>;
}

/** Adds a version path where it is missing. */
export function withPath(baseUrl: string, path: string): string {
  const trimmed = baseUrl.replace(/\/+$/, "");
  return trimmed.endsWith(path) ? trimmed : `${trimmed}${path}`;
}
