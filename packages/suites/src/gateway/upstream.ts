import {
  formatModelId,
  InvalidBaseUrlError,
  InvalidKeyError,
  knownGateways,
  type ParsedModelId,
  type ProviderDefinition,
  parseModelId,
} from "@flow-state-dev/core";
import { OffWireModelError, WireMismatchError } from "./no-upstream-errors.ts";
import { addressOf, definitionOf, hasAddress, keyOf, type UpstreamOptions } from "./provider-access.ts";
import { ownerOf, wirePath } from "./provider-wires.ts";
import type { WireName } from "./wires/wire-name.ts";

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

/**
 * Finds where a call goes: to the provider that the id names, or to a gateway that has a key when the provider cannot
 * be reached. An id without a provider goes to whose wire it is, and for Chat Completions also to a compatible server
 * that has an address. Throws a `FlowError` that says what is missing.
 */
export function findUpstream(wire: WireName, modelId: string, options: UpstreamOptions): Upstream {
  const parsed = parse(modelId, options);
  if (parsed?.kind === "scripted" || parsed?.kind === "sim") throw new OffWireModelError(modelId);
  if (parsed?.kind === "gateway") {
    const { gateway, provider, model } = parsed;
    return reach(definitionOf(gateway), `${provider}/${model}`, formatModelId(parsed), wire, options);
  }
  if (parsed) return firstThatWorks(named(parsed, wire, options));
  const native = ownerOf(wire);
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

/**
 * The first way that can be gone; else what is wrong with the first. A key that cannot be sent was meant to be used.
 */
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
  const path = wirePath(name, wire);
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
    counts: ownerOf(wire) === name,
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
