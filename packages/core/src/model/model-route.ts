import type { FlowError } from "../errors/flow-error.ts";
import { applyMiddleware } from "./apply-middleware.ts";
import { asLanguageModel } from "./as-language-model.ts";
import { checkBaseUrl, MissingBaseUrlError } from "./base-url-error.ts";
import { BlockedPortError, isBlockedPort } from "./blocked-port-error.ts";
import { withoutCallContext } from "./call-context.ts";
import { explainAnswer } from "./explain-answer.ts";
import { explainErrors } from "./explain-errors.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { InsecureServerError, secureCodeIn } from "./insecure-server-error.ts";
import { InvalidKeyError, isSendableKey } from "./invalid-key-error.ts";
import type { LanguageModel } from "./language-model.ts";
import { lazyModel } from "./lazy-model.ts";
import { mendedAnswers } from "./mended-answers.ts";
import { MissingKeyError } from "./missing-key-error.ts";
import { MissingPackageError } from "./missing-package-error.ts";
import { formatModelId, type ParsedModelId } from "./parse-model-id.ts";
import type { CallRoute } from "./provider-answer-error.ts";
import { knownGateways, knownProviders } from "./providers/known-providers.ts";
import { ownServer } from "./providers/openai-compatible.ts";
import type { ProviderDefinition } from "./providers/provider-definition.ts";
import { redactKey } from "./redact-key.ts";
import { redirectIn } from "./redirect-error.ts";
import {
  isProviderInstance,
  type ModelResolverOptions,
  type ProviderInstance,
  type ServerSettings,
} from "./resolver-options.ts";
import { isUnreachable, UnreachableServerError } from "./unreachable-server-error.ts";

/** One way to reach a model. */
export interface ModelRoute {
  /** The provider or gateway it goes through. */
  name: string;
  /** The full id, gateway included. */
  id: string;
  /** What is missing, told to the one who asked for `modelId`; undefined when the route can be taken. */
  problem(modelId: string, blockName?: string): FlowError | undefined;
  /** The model. Throws when an address is wrong or missing. */
  model(modelId: string): LanguageModel;
}

/** What routes are made from. */
export type RouteSettings = ModelResolverOptions &
  Required<Pick<ModelResolverOptions, "env" | "isInstalled">>;

/** What the packages of the providers send their requests with. */
const ownFetch = mendedAnswers(guardedFetch);

/** All ways to reach a model, the one its id names first. */
export function modelRoutes(
  parsed: ParsedModelId & { kind: "provider" | "gateway" },
  settings: RouteSettings,
): [ModelRoute, ...ModelRoute[]] {
  const { provider, model } = parsed;
  const gateway = (definition: ProviderDefinition) =>
    makeRoute(definition, `${provider}/${model}`, `${definition.name}/${provider}/${model}`, settings);
  if (parsed.kind === "gateway") return [gateway(byName(knownGateways, parsed.gateway)!)];
  const definition = byName(knownProviders, provider) ?? ownServer(provider);
  const direct = makeRoute(definition, model, formatModelId(parsed), settings);
  if (!definition.viaGateways) return [direct];
  const named = Object.keys(settings.gateways ?? {});
  const order = [...knownGateways].sort((a, b) => rank(named, a.name) - rank(named, b.name));
  return [direct, ...order.map(gateway)];
}

function makeRoute(
  definition: ProviderDefinition,
  model: string,
  id: string,
  settings: RouteSettings,
): ModelRoute {
  const { name } = definition;
  const given = givenSettings(definition, settings);
  if (isProviderInstance(given)) {
    const { apiKey } = findKey(definition, undefined, settings);
    const make = (modelId: string) => instanceModel(given, definition, model, modelId, apiKey);
    return { name, id, problem: () => undefined, model: make };
  }
  const { apiKey, setting } = findKey(definition, given, settings);
  return {
    name,
    id,
    problem(modelId, blockName) {
      if (apiKey && !isSendableKey(apiKey)) return new InvalidKeyError(setting, blockName);
      const keyMissing = definition.keyRequired && !apiKey;
      const variables = definition.keyVariables;
      if (!settings.isInstalled(definition.package)) {
        const keyVariable = keyMissing ? variables[0] : undefined;
        return new MissingPackageError({ modelId, package: definition.package, keyVariable, blockName });
      }
      if (!keyMissing) return undefined;
      const gatewayVariables = definition.viaGateways
        ? knownGateways.flatMap((each) => each.keyVariables)
        : [];
      return new MissingKeyError({ modelId, variables, gatewayVariables, blockName });
    },
    model(modelId) {
      const { baseURL, setting: addressSetting } = findBaseUrl(definition, given, settings, modelId);
      const route: CallRoute = {
        ...{ modelId, model, provider: name, baseURL, addressSetting, keySent: apiKey !== undefined },
        keySetting:
          apiKey === undefined ? (definition.keyVariables[0] ?? `the apiKey of ${name}`) : inText(setting),
      };
      return lazyModel({
        provider: definition.providerId(name),
        modelId: model,
        address: otherAddress(definition, baseURL),
        load: async () =>
          asLanguageModel(await definition.load({ model, apiKey, baseURL, name, fetch: ownFetch }), modelId),
        explain(error) {
          const cause = redactKey(redirectIn(error) ?? error, apiKey);
          const variable = definition.baseUrlVariable;
          const server = { modelId, baseURL, variable, cause };
          if (isUnreachable(cause)) return new UnreachableServerError(server);
          if (isBlockedPort(cause)) return new BlockedPortError(server);
          return secureCodeIn(cause) ? new InsecureServerError(server) : explainAnswer(cause, route);
        },
      });
    },
  };
}

function givenSettings(definition: ProviderDefinition, settings: RouteSettings) {
  const { name, settingsName = name } = definition;
  const isGateway = knownGateways.includes(definition);
  const from = (isGateway ? settings.gateways : settings.providers) ?? {};
  return own(from, name) ?? own(from, settingsName);
}

function instanceModel(
  instance: ProviderInstance,
  definition: ProviderDefinition,
  model: string,
  modelId: string,
  apiKey: string | undefined,
): LanguageModel {
  const { chat, languageModel } = instance as { chat?: unknown; languageModel?: unknown };
  const make = [definition.settingsName && chat, languageModel, instance].find(
    (each) => typeof each === "function",
  );
  const made = asLanguageModel((make as (model: string) => unknown).call(instance, model), modelId);
  const route: CallRoute = {
    ...{ modelId, model, provider: definition.name, keySent: true },
    ...{ keySetting: undefined, baseURL: undefined, addressSetting: undefined },
  };
  return applyMiddleware(made, {
    ...explainErrors((error) => explainAnswer(redactKey(error, apiKey), route)),
    transformParams: async ({ params }) => withoutCallContext(params),
  });
}

/** The key and where it was found; the instance of a provider may have read the same one by itself. */
function findKey(definition: ProviderDefinition, given: ServerSettings | undefined, settings: RouteSettings) {
  const { name, settingsName = name } = definition;
  const { keys = {}, env } = settings;
  const candidates: [setting: string, value: string | undefined][] = [
    [`The apiKey of ${name}`, given?.apiKey],
    [`The key of ${name}`, own(keys, name)],
    [`The key of ${settingsName}`, own(keys, settingsName)],
    ...definition.keyVariables.map((variable): [string, string | undefined] => [variable, env[variable]]),
  ];
  for (const [setting, value] of candidates) {
    const apiKey = value?.trim();
    if (apiKey) return { apiKey, setting };
  }
  return { apiKey: undefined, setting: "" };
}

/** Names are the user's own, so what every object has is none of them. */
function own<T>(from: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(from, name) ? from[name] : undefined;
}

/** The address, and the variable or option that it is from; undefined when it is where it always is. */
function findBaseUrl(
  definition: ProviderDefinition,
  given: ServerSettings | undefined,
  settings: RouteSettings,
  modelId: string,
): { baseURL: string; setting: string | undefined } {
  const variable = definition.baseUrlVariable;
  const option = given?.baseURL?.trim();
  const fromEnvironment = variable && settings.env[variable]?.trim();
  const written = option || fromEnvironment || definition.defaultBaseUrl;
  const setting = option || !variable ? `The baseURL of ${definition.name}` : variable;
  if (!written) throw new MissingBaseUrlError(modelId, setting);
  const baseURL = checkBaseUrl(definition.toBaseUrl?.(written) ?? written, setting);
  return { baseURL, setting: option || fromEnvironment ? inText(setting) : undefined };
}

/** The address in one spelling, where it is not the one that the provider always has. */
function otherAddress(
  { defaultBaseUrl, toBaseUrl }: ProviderDefinition,
  baseURL: string,
): string | undefined {
  const { href } = new URL(baseURL);
  const usual = defaultBaseUrl && new URL(toBaseUrl?.(defaultBaseUrl) ?? defaultBaseUrl).href;
  return href === usual ? undefined : href;
}

/** A setting within a sentence. */
function inText(setting: string): string {
  return setting.replace(/^The /, "the ");
}

function byName(definitions: readonly ProviderDefinition[], name: string): ProviderDefinition | undefined {
  return definitions.find((definition) => definition.name === name);
}

function rank(names: readonly string[], name: string): number {
  const index = names.indexOf(name);
  return index === -1 ? names.length : index;
}
