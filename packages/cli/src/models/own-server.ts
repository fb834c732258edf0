import { knownProviders, type ProviderDefinition } from "@flow-state-dev/core";

/** A server that somebody runs for themselves, and its key if it has one. */
export interface OwnServer {
  provider: ProviderDefinition;
  /** As requests are sent to it. */
  baseURL: string;
  key: string | undefined;
}

/** The server that a model is on when it is one of one's own; null for models of others, and when nobody says where. */
export function ownServerOf(modelId: string, env: NodeJS.ProcessEnv): OwnServer | null {
  const provider = knownProviders.find(({ name }) => modelId.startsWith(`${name}/`));
  if (!provider || provider.keyRequired) return null;
  const { baseUrlVariable, defaultBaseUrl, toBaseUrl, keyVariables } = provider;
  const written = (baseUrlVariable && env[baseUrlVariable]?.trim()) || defaultBaseUrl;
  const baseURL = written && (toBaseUrl?.(written) ?? written);
  if (!baseURL || !URL.canParse(baseURL)) return null;
  return { provider, baseURL, key: keyVariables.map((name) => env[name]?.trim()).find(Boolean) };
}
