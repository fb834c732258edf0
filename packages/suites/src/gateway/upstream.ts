import {
  FlowError,
  formatModelId,
  InvalidBaseUrlError,
  InvalidKeyError,
  knownGateways,
  knownProviders,
  MissingBaseUrlError,
  MissingKeyError,
  type ParsedModelId,
  type ProviderDefinition,
  parseModelId,
  type ServerSettings,
} from "@flow-state-dev/core";
import { type WireName, wireLabels } from "./wires/wire-name.ts";

/** Where calls of one wire to one model go. */
export interface Upstream {
  /** First word of the model's id. */
  provider: string;
  /** Who was called, as charges name it. */
  providerId: string;
  /** The provider's own name for the model. */
  model: string;
  /** The full id, as prices and books know it. */
  modelId: string;
  /** Address of the wire, without what belongs to one request; no slash at the end. */
  url: string;
  /** Headers with the key; they never leave for anywhere else. */
  headers: Readonly<Record<string, string>>;
  /** Headers that it needs where the agent sends none. */
  fallbackHeaders: Readonly<Record<string, string>>;
  /** The key, to be hidden wherever the provider repeats it. */
  secrets: readonly string[];
  /** Does the provider count the tokens of a prompt for nothing? */
  counts: boolean;
}

/** Where providers are found. */
export interface UpstreamOptions {
  env: Readonly<Record<string, string | undefined>>;
  /** By name; they win over the environment. A name that is not known yet is a server of the user's own. */
  providers?: Readonly<Record<string, ServerSettings>>;
}

/** The provider of a model does not speak what the agent speaks. */
export class WireMismatchError extends FlowError {
  override readonly name = "WireMismatchError";

  constructor(modelId: string, provider: string, wire: WireName) {
    const able = Object.keys(faces).filter((name) => faces[name]?.[wire] !== undefined);
    super(
      `The agent speaks ${wireLabels[wire]}, and ${provider} does not, so ${modelId} cannot be reached. ` +
        `Choose a model of ${able.join(", ")}, or another agent.`,
      { code: "wire-mismatch", details: { modelId, provider, wire } },
    );
  }
}

/** A model that is on no wire. */
export class OffWireModelError extends FlowError {
  override readonly name = "OffWireModelError";

  constructor(modelId: string) {
    super(
      `${modelId} answers inside this process, and an agent needs a server. Choose a model of a provider, or the agent x.`,
      { code: "off-wire-model", details: { modelId } },
    );
  }
}

type Face = Partial<Record<WireName, string>>;

const everyOpenai: Face = {
  "openai-chat": "/chat/completions",
  "openai-responses": "/responses",
  "anthropic-messages": "/messages",
};
const openai: Face = { "openai-chat": "/chat/completions", "openai-responses": "/responses" };

/** Which wires a provider speaks, and where below its address. */
const faces: Readonly<Record<string, Face>> = {
  anthropic: { "anthropic-messages": "/messages", "openai-chat": "/chat/completions" },
  openai,
  "openai-chat": openai,
  google: { gemini: "/models", "openai-chat": "/openai/chat/completions" },
  "openai-compatible": everyOpenai,
  ollama: everyOpenai,
  vercel: everyOpenai,
  openrouter: everyOpenai,
};

/** Vercel's gateway speaks the wires of others at an address of its own. */
const vercelAddress = "https://ai-gateway.vercel.sh/v1";

/** Whose wire it is. */
const natives: Readonly<Record<WireName, string>> = {
  "anthropic-messages": "anthropic",
  "openai-responses": "openai",
  "openai-chat": "openai",
  gemini: "google",
};

/**
 * Finds where a call goes: to the provider that the id names, or to a gateway that has a key when the provider cannot be
 * reached. An id without a provider goes to whose wire it is, and for Chat Completions also to a compatible server that
 * has an address. Throws a `FlowError` that says what is missing.
 */
export function findUpstream(wire: WireName, modelId: string, options: UpstreamOptions): Upstream {
  const parsed = parse(modelId, options);
  if (parsed?.kind === "scripted" || parsed?.kind === "sim") throw new OffWireModelError(modelId);
  if (parsed?.kind === "gateway") {
    const { gateway, provider, model } = parsed;
    return reach(definitionOf(gateway), `${provider}/${model}`, formatModelId(parsed), wire, options);
  }
  if (parsed) return firstThatWorks(named(parsed, wire, options));
  const native = natives[wire];
  const compatible =
    wire === "openai-chat" && hasAddress("openai-compatible", options)
      ? [
          () =>
            reach(definitionOf("openai-compatible"), modelId, `openai-compatible/${modelId}`, wire, options),
        ]
      : [];
  const direct = () => reach(definitionOf(native), modelId, `${native}/${modelId}`, wire, options);
  return firstThatWorks([direct, ...compatible, ...viaGateways(native, modelId, wire, options)]);
}

type Way = () => Upstream;

function named(
  parsed: ParsedModelId & { kind: "provider" },
  wire: WireName,
  options: UpstreamOptions,
): [Way, ...Way[]] {
  const { provider, model } = parsed;
  const definition = definitionOf(provider);
  const direct = () => reach(definition, model, formatModelId(parsed), wire, options);
  return [direct, ...(definition.viaGateways ? viaGateways(provider, model, wire, options) : [])];
}

function viaGateways(provider: string, model: string, wire: WireName, options: UpstreamOptions): Way[] {
  const name = model.includes("/") ? model : `${provider}/${model}`;
  return knownGateways.map((gateway) => () => reach(gateway, name, `${gateway.name}/${name}`, wire, options));
}

/** The first way that can be gone; else what is wrong with the first. A key that cannot be sent was meant to be used. */
function firstThatWorks([first, ...others]: [Way, ...Way[]]): Upstream {
  let problem: unknown;
  for (const way of [first, ...others]) {
    try {
      return way();
    } catch (error) {
      if (error instanceof InvalidKeyError || error instanceof InvalidBaseUrlError) throw error;
      problem ??= error;
    }
  }
  throw problem;
}

function parse(modelId: string, { providers = {} }: UpstreamOptions): ParsedModelId | undefined {
  try {
    return parseModelId(modelId, Object.keys(providers));
  } catch {
    return undefined;
  }
}

function reach(
  definition: ProviderDefinition,
  model: string,
  modelId: string,
  wire: WireName,
  options: UpstreamOptions,
): Upstream {
  const { name } = definition;
  const path = (Object.hasOwn(faces, name) ? faces[name] : everyOpenai)?.[wire];
  if (path === undefined) throw new WireMismatchError(modelId, name, wire);
  const key = keyOf(definition, modelId, options);
  const base = addressOf(definition, modelId, options);
  return {
    provider: name,
    providerId: spokenTo(definition, wire).providerId(name),
    model,
    modelId,
    url: `${base}${path}`,
    headers: key === undefined ? {} : keyHeaders(name, wire, key),
    fallbackHeaders: wire === "anthropic-messages" ? { "anthropic-version": "2023-06-01" } : {},
    secrets: key === undefined ? [] : [key],
    counts: natives[wire] === name,
  };
}

/** OpenAI is two providers in the books, one for each of its APIs; which of them was meant does not matter here. */
function spokenTo(definition: ProviderDefinition, wire: WireName): ProviderDefinition {
  if (definition.name !== "openai" && definition.name !== "openai-chat") return definition;
  return definitionOf(wire === "openai-chat" ? "openai-chat" : "openai");
}

function keyHeaders(provider: string, wire: WireName, key: string): Record<string, string> {
  if (provider === "anthropic" && wire === "anthropic-messages") return { "x-api-key": key };
  if (provider === "google" && wire === "gemini") return { "x-goog-api-key": key };
  return { authorization: `Bearer ${key}` };
}

function definitionOf(name: string): ProviderDefinition {
  const known = [...knownProviders, ...knownGateways].find((each) => each.name === name);
  if (known) return known;
  const server = knownProviders.find((each) => each.name === "openai-compatible")!;
  return { ...server, name, keyVariables: [], baseUrlVariable: undefined };
}

function settingsOf({ name, settingsName = name }: ProviderDefinition, { providers = {} }: UpstreamOptions) {
  const own = (key: string) => (Object.hasOwn(providers, key) ? providers[key] : undefined);
  return own(name) ?? own(settingsName) ?? {};
}

function keyOf(
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

function addressOf(definition: ProviderDefinition, modelId: string, options: UpstreamOptions): string {
  const { name, baseUrlVariable: variable } = definition;
  const option = settingsOf(definition, options).baseURL?.trim();
  const preset = name === "vercel" ? vercelAddress : definition.defaultBaseUrl;
  const written = option || (variable && options.env[variable]?.trim()) || preset;
  const setting = option || !variable ? `The baseURL of ${name}` : variable;
  if (!written) throw new MissingBaseUrlError(modelId, setting);
  return checkAddress(definition.toBaseUrl?.(written) ?? written, setting);
}

function hasAddress(name: string, options: UpstreamOptions): boolean {
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
