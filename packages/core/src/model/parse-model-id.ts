import { MalformedModelIdError } from "./malformed-model-id-error.ts";
import { knownGateways, knownProviders } from "./providers/known-providers.ts";
import { UnknownProviderError } from "./unknown-provider-error.ts";

/** What a model id says. */
export type ParsedModelId =
  | { kind: "provider"; provider: string; model: string }
  | { kind: "gateway"; gateway: string; provider: string; model: string }
  | { kind: "scripted"; file: string }
  | { kind: "sim"; profile: string };

const providers = knownProviders.map(({ name }) => name);
const gateways = knownGateways.map(({ name }) => name);

/** First words that have a meaning of their own and cannot name a provider of the user's. */
export const reservedProviderNames: readonly string[] = ["gateway", "sim", "scripted", ...gateways];

/**
 * Reads a model id. Throws `MalformedModelIdError` or `UnknownProviderError`, and nothing else, whatever it is given.
 * `ownProviders` are names the user has given to servers; their model names may contain slashes.
 */
export function parseModelId(modelId: string, ownProviders: readonly string[] = []): ParsedModelId {
  const malformed = (problem: string) => new MalformedModelIdError(modelId, problem);
  if (typeof modelId !== "string") throw malformed("it is not a string");
  if (modelId.trim() === "") throw malformed("it is empty");
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(modelId)) throw malformed("it contains invisible characters");

  if (modelId.startsWith("scripted:")) {
    const file = modelId.slice("scripted:".length);
    if (file.trim() !== file || file === "") throw malformed("a file has to follow the colon");
    return { kind: "scripted", file };
  }
  if (/\s/u.test(modelId)) throw malformed("it contains blanks");

  const known = [...new Set([...providers, ...ownProviders])];
  const slash = modelId.indexOf("/");
  if (slash === -1) {
    const bare = knownProviders.find(({ bareIds }) => bareIds?.test(modelId));
    if (bare) return { kind: "provider", provider: bare.name, model: modelId };
    const isName = [...known, ...reservedProviderNames].includes(modelId);
    throw malformed(isName ? "it names no model" : "it has no provider in front");
  }

  const first = modelId.slice(0, slash);
  const rest = modelId.slice(slash + 1);
  if (first === "") throw malformed("nothing stands before the first slash");
  if (!/[^/]/.test(rest)) throw malformed("nothing stands after the slash");
  if (first === "sim") return { kind: "sim", profile: rest };

  const parts = rest.split("/");
  const gateway = first === "gateway" ? "vercel" : first;
  if (gateways.includes(gateway)) {
    const [provider, model] = parts;
    if (parts.length !== 2 || !provider || !model) {
      throw malformed(`${first} is a gateway, so exactly provider/model has to follow`);
    }
    return { kind: "gateway", gateway, provider, model };
  }
  if (!known.includes(first)) throw new UnknownProviderError(first, [...known, ...gateways]);
  const definition = knownProviders.find(({ name }) => name === first);
  if (definition && !definition.slashesInNames && parts.length > 1)
    throw malformed(`exactly one name has to follow ${first}/`);
  return { kind: "provider", provider: first, model: rest };
}

/** The full id that a parsed one stands for; reading it again gives the same. */
export function formatModelId(parsed: ParsedModelId): string {
  switch (parsed.kind) {
    case "provider":
      return `${parsed.provider}/${parsed.model}`;
    case "gateway":
      return `${parsed.gateway}/${parsed.provider}/${parsed.model}`;
    case "scripted":
      return `scripted:${parsed.file}`;
    case "sim":
      return `sim/${parsed.profile}`;
  }
}
