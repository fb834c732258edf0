import {
  InvalidBaseUrlError,
  InvalidKeyError,
  knownGateways,
  knownProviders,
  MissingBaseUrlError,
  MissingKeyError,
  type ProviderDefinition,
  type ServerSettings,
} from "@flow-state-dev/core";

/** Where providers are found. */
export interface UpstreamOptions {
  env: Readonly<Record<string, string | undefined>>;
  /** By name; they win over the environment. A name that is not known yet is a server of the user's own. */
  providers?: Readonly<Record<string, ServerSettings>>;
}

/** Vercel's gateway speaks the wires of others at an address of its own. */
const vercelAddress = "https://ai-gateway.vercel.sh/v1";

/** What is known of a provider; a name that is not known is a compatible server of the user's own. */
export function definitionOf(name: string): ProviderDefinition {
  const known = [...knownProviders, ...knownGateways].find((each) => each.name === name);
  if (known) return known;
  const server = knownProviders.find((each) => each.name === "openai-compatible")!;
  return { ...server, name, keyVariables: [], baseUrlVariable: undefined };
}

function settingsOf({ name, settingsName = name }: ProviderDefinition, { providers = {} }: UpstreamOptions) {
  const own = (key: string) => (Object.hasOwn(providers, key) ? providers[key] : undefined);
  return own(name) ?? own(settingsName) ?? {};
}

/**
 * The key of a provider, by its settings, then by its variables; undefined when it needs none. Throws when it needs
 * one.
 */
export function keyOf(
  definition: ProviderDefinition,
  modelId: string,
  options: UpstreamOptions,
): string | undefined {
  const { keyVariables, keyRequired, name } = definition;
  const candidates: [setting: string, value: string | undefined][] = [
    [`The apiKey of ${name}`, settingsOf(definition, options).apiKey],
    ...keyVariables.map((variable): [string, string | undefined] => [variable, options.env[variable]]),
  ];
  for (const [setting, value] of candidates) {
    const key = value?.trim();
    if (!key) continue;
    if (!/^[\t\x20-\x7e]*$/.test(key)) throw new InvalidKeyError(setting);
    return key;
  }
  if (!keyRequired) return undefined;
  const gatewayVariables = definition.viaGateways ? knownGateways.flatMap((each) => each.keyVariables) : [];
  throw new MissingKeyError({ modelId, variables: keyVariables, gatewayVariables });
}

/** Where a provider is, without a slash at the end. Throws when nothing tells, or what tells is no address. */
export function addressOf(definition: ProviderDefinition, modelId: string, options: UpstreamOptions): string {
  const { name, baseUrlVariable: variable } = definition;
  const option = settingsOf(definition, options).baseURL?.trim();
  const preset = name === "vercel" ? vercelAddress : definition.defaultBaseUrl;
  const written = option || (variable && options.env[variable]?.trim()) || preset;
  const setting = option || !variable ? `The baseURL of ${name}` : variable;
  if (!written) throw new MissingBaseUrlError(modelId, setting);
  return checkAddress(definition.toBaseUrl?.(written) ?? written, setting);
}

/** Was a server's address given, by its settings or its variable? */
export function hasAddress(name: string, options: UpstreamOptions): boolean {
  const definition = definitionOf(name);
  const { baseUrlVariable: variable } = definition;
  return Boolean(settingsOf(definition, options).baseURL || (variable && options.env[variable]?.trim()));
}

function checkAddress(written: string, setting: string): string {
  if (!/^https?:\/\//i.test(written) || !URL.canParse(written)) {
    throw new InvalidBaseUrlError(setting, "is not an http:// or https:// address");
  }
  const url = new URL(written);
  if (url.username || url.password || url.search || url.hash) {
    throw new InvalidBaseUrlError(setting, "has more in it than a host and a path");
  }
  return written.replace(/\/+$/, "");
}
