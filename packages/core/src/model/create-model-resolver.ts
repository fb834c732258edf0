import { readScript } from "../scripted/read-script.ts";
import { scriptedModel } from "../scripted/scripted-model.ts";
import { simModel } from "../sim/sim-model.ts";
import { asLanguageModel } from "./as-language-model.ts";
import { InvalidKeyError } from "./invalid-key-error.ts";
import { isInstalled } from "./is-installed.ts";
import type { LanguageModel } from "./language-model.ts";
import type { ModelResolver, ResolveModelOptions } from "./model-resolver.ts";
import { modelRoutes } from "./model-route.ts";
import { formatModelId, type ParsedModelId, parseModelId } from "./parse-model-id.ts";
import { knownGateways, knownProviders } from "./providers/known-providers.ts";
import { checkResolverOptions, type ModelHook, type ModelResolverOptions } from "./resolver-options.ts";
import { UnknownProviderError } from "./unknown-provider-error.ts";

/** A resolver whose models are all AI SDK models, and which always knows the full id. */
export interface CreatedModelResolver extends ModelResolver {
  (modelId: string, blockName?: string, options?: ResolveModelOptions): LanguageModel;
  resolveId(modelId: string, options?: ResolveModelOptions): string;
}

/**
 * Makes a resolver. `provider/model` goes to an instance that was given, else to the provider's package when it is
 * installed and has a key, else to a gateway that has a key, under the same id; else it is an error. Resolving is
 * synchronous and calls nothing; a package is imported by the first call of a model. The same id gives the same model.
 */
export function createModelResolver(options: ModelResolverOptions = {}): CreatedModelResolver {
  checkResolverOptions(options);
  const ownProviders = Object.keys(options.providers ?? {});
  const environment = () => options.env ?? process.env;
  const models = new Map<string, LanguageModel>();

  const keep = (id: string, make: () => LanguageModel) => {
    const model = models.get(id) ?? make();
    models.set(id, model);
    return model;
  };

  const make = (hook: ModelHook, subject: string, modelId: string) =>
    asLanguageModel(hook(subject, { modelId, env: environment() }), modelId);

  const preferredNames = (call: ResolveModelOptions | undefined) => {
    const names = [call?.preferProvider ?? [], options.providerPreference ?? []].flat();
    const known = [...[...knownProviders, ...knownGateways].map((each) => each.name), ...ownProviders];
    const unknown = names.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new UnknownProviderError(unknown, known);
    return names;
  };

  const routes = (parsed: Routed, call: ResolveModelOptions | undefined) => {
    const all = modelRoutes(parsed, { isInstalled, ...options, env: environment() });
    const preferred = preferredNames(call).flatMap((name) => all.filter((route) => route.name === name));
    return { all, preferred };
  };

  const resolver = (modelId: string, blockName?: string, call?: ResolveModelOptions): LanguageModel => {
    const parsed = parseModelId(modelId, ownProviders);
    const id = formatModelId(parsed);
    if (parsed.kind === "scripted")
      return keep(id, () => make(options.scripted ?? scriptFromFile, parsed.file, id));
    if (parsed.kind === "sim") return keep(id, () => make(options.sim ?? builtInSim, parsed.profile, id));
    const { all, preferred } = routes(parsed, call);
    const route = [...preferred, ...all].find((candidate) => {
      const problem = candidate.problem(modelId, blockName);
      // A key that is there was meant to be used, so no other way is taken in its place.
      if (problem instanceof InvalidKeyError) throw problem;
      return !problem;
    });
    if (!route) throw all[0].problem(modelId, blockName);
    return keep(route.id, () => route.model(modelId));
  };

  const resolveId = (modelId: string, call?: ResolveModelOptions): string => {
    const parsed = parseModelId(modelId, ownProviders);
    if (parsed.kind !== "provider") return formatModelId(parsed);
    const chosen = routes(parsed, call).preferred.find((route) => !route.problem(modelId));
    return chosen?.id ?? formatModelId(parsed);
  };

  return Object.assign(resolver, { resolveId });
}

/** Made when the id is resolved, so that a mistake in the script is found before anything runs. */
const scriptFromFile: ModelHook = (file, { modelId }) => scriptedModel(readScript(file), { modelId });

const builtInSim: ModelHook = (profile) => simModel(profile);

type Routed = ParsedModelId & { kind: "provider" | "gateway" };
