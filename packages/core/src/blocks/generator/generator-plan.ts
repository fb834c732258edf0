import type { LanguageModelV4CallOptions, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { Schema } from "../../schema/schema.ts";
import type { BlockDefinition } from "../block.ts";
import type { CapabilitySelection, UsesEntry } from "../capability.ts";
import { checkCount } from "../check-count.ts";
import { checkFunction } from "../check-function.ts";
import { ConstructionError } from "../construction-error.ts";
import { dynamicUses, flattenUses, mergePresets, type UsedSettings } from "../uses.ts";
import type { CachingConfig } from "./caching.ts";
import type { CallPlan } from "./call-model.ts";
import { type ContextSlot, isFixed } from "./context-slot.ts";
import type { GeneratorConfig } from "./generator-config.ts";
import { type OutputFormat, outputFormat } from "./output-format.ts";
import { isFixedPrompt } from "./prompt-slot.ts";
import { type ToolSet, toolSet } from "./tool-set.ts";

type AnyConfig = GeneratorConfig<any, any, any, any>;

/** All that can be known of a generator before it runs. */
export interface GeneratorPlan {
  config: AnyConfig;
  name: string;
  outputSchema: Schema | undefined;
  /** How the answer is asked for; worked out when first needed. */
  format: () => OutputFormat;
  model: NonNullable<AnyConfig["model"]>;
  selections: readonly CapabilitySelection[];
  used: UsedSettings;
  /** Capabilities decided in each run. */
  dynamic: readonly Extract<UsesEntry, (...args: any[]) => unknown>[];
  context: readonly ContextSlot[];
  /** Prompt and context say the same every time. */
  fixedSystem: boolean;
  /** The tools, when they are the same every time. */
  fixedTools: () => ToolSet | undefined;
  settings: Partial<LanguageModelV4CallOptions>;
  providerOptions: SharedV4ProviderOptions | undefined;
  caching: CachingConfig | undefined;
  maxIterations: number;
  call: CallPlan;
  repairs: number;
  lenient: boolean;
  oneAnswer: boolean;
}

/** Puts a generator together with its capabilities. Throws a `ConstructionError` when nothing names a model. */
export function planGenerator(config: AnyConfig): GeneratorPlan {
  const { name, uses = [], repair } = config;
  const selections = flattenUses(uses, name);
  const used = mergePresets(selections);
  const dynamic = dynamicUses(uses, selections);
  const model = config.model ?? used.model;
  if (model === undefined || (Array.isArray(model) && model.length === 0)) {
    throw new ConstructionError(
      `Generator "${name}" has no model; give it one, or a capability that brings one.`,
      name,
    );
  }
  const maxIterations = config.loop?.maxIterations ?? config.maxIterations ?? 8;
  checkCount("maxIterations", maxIterations, name, 0);
  checkCount("maxTokens", config.maxTokens, name);
  checkCount("repair.maxAttempts", repair?.maxAttempts, name, 0);
  checkCount("retry.maxAttempts", config.retry?.maxAttempts, name, 0);
  checkTimeout(config.timeoutMs, name);
  if (config.history)
    checkFunction(`history of "${name}" takes a function`, config.history, name, "(input, ctx) => messages");
  const context = [config.context, ...used.context];
  const mode = repair?.mode ?? "auto";
  return {
    config,
    name,
    outputSchema: config.outputSchema,
    format: once(() => outputFormat(config.outputSchema, name)),
    model,
    selections,
    used,
    dynamic,
    context,
    fixedSystem: isFixedPrompt(config.prompt) && context.every(isFixed) && dynamic.length === 0,
    fixedTools: fixedTools(config, used, dynamic.length > 0),
    settings: callSettings(config),
    providerOptions: config.providerOptions ?? used.providerOptions,
    caching: config.caching ?? used.caching,
    maxIterations,
    call: { retry: config.retry ?? {}, timeoutMs: config.timeoutMs, stream: config.stream ?? false },
    repairs: mode === "auto" ? (repair?.maxAttempts ?? 1) : 0,
    lenient: mode === "auto",
    oneAnswer: repair?.oneAnswer ?? false,
  };
}

/** Without any time each call would be cut off at once, again and again, and may be billed all the same. */
function checkTimeout(timeoutMs: number | undefined, name: string): void {
  if (timeoutMs === undefined || timeoutMs > 0) return;
  throw new ConstructionError(
    `timeoutMs of "${name}" is ${timeoutMs}; it has to be more than 0, and without it a call may take ten minutes.`,
    name,
  );
}

function fixedTools(config: AnyConfig, used: UsedSettings, dynamic: boolean): () => ToolSet | undefined {
  const lists = [config.tools ?? [], ...used.tools.map(({ tools }) => tools)];
  if (dynamic || lists.some((list) => typeof list === "function")) return () => undefined;
  return once(() => toolSet([...new Set(lists.flat() as BlockDefinition[])], config.name));
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function callSettings(config: AnyConfig): Partial<LanguageModelV4CallOptions> {
  const { maxTokens, temperature, seed, topP, stopSequences, reasoning } = config;
  return {
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(seed !== undefined && { seed }),
    ...(topP !== undefined && { topP }),
    ...(stopSequences && { stopSequences: [...stopSequences] }),
    ...(reasoning !== undefined && { reasoning }),
  };
}
