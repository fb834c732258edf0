import type { SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { Schema } from "../schema/schema.ts";
import type { BlockDefinition, MaybePromise, StateOf } from "./block.ts";
import { checkIsSchema } from "./check-is-schema.ts";
import { ConstructionError } from "./construction-error.ts";
import type { BlockContext } from "./context.ts";
import type { CachingConfig } from "./generator/caching.ts";
import type { ContextSlot } from "./generator/context-slot.ts";
import type { ModelRef } from "./ready-model.ts";
import type { StateHandle } from "./state-handle.ts";

/** Tools, or how to get them. */
export type PresetTools<TConfig = any> =
  | readonly BlockDefinition[]
  | ((ctx: BlockContext, config: TConfig) => MaybePromise<readonly BlockDefinition[]>);

/** What a capability gives to a generator that uses it; all of it is for generators only. */
export interface PresetDef<TConfig = any> {
  /** Goes behind the generator's own context. */
  context?: ContextSlot;
  /** Joined with the generator's own tools. */
  tools?: PresetTools<TConfig>;
  /** Taken when the generator names none; the last capability that has one wins. */
  model?: ModelRef | readonly ModelRef[];
  providerOptions?: SharedV4ProviderOptions;
  caching?: CachingConfig;
}

/** What a capability's functions are made with, beside the context. */
export interface CapabilityScope<TConfig, TStateSchema extends Schema | undefined> {
  readonly config: TConfig;
  /** State of this capability, shared by all blocks of a run that use it. Needs a `stateSchema`. */
  readonly state: () => Promise<StateHandle<StateOf<TStateSchema>>>;
}

/** How a capability is defined. */
export interface CapabilityConfig<TConfig = any, TStateSchema extends Schema | undefined = undefined> {
  /** Unique among the capabilities a block uses; its functions are at `ctx.cap.<name>`. */
  name: string;
  /** Helper functions for the code of blocks. */
  fns?: (
    ctx: BlockContext,
    scope: CapabilityScope<TConfig, TStateSchema>,
  ) => Record<string, (...args: any[]) => unknown>;
  /** Named parts, all on unless `default` lists some. */
  presets?: {
    readonly [preset: string]: PresetDef<TConfig> | readonly string[] | undefined;
    default?: readonly string[];
  };
  /** Capabilities this one needs; whoever uses it uses them too. */
  uses?: UsesSlot;
  /** Default of what `.config(value)` sets. */
  config?: TConfig;
  /** Describes state that lives for one run; the initial value comes from parsing `{}`. */
  stateSchema?: TStateSchema;
}

/** A capability as blocks refer to it in `uses`. Immutable; `presets` and `config` give a changed reference. */
export interface CapabilityRef<TConfig = any> {
  readonly name: string;
  /** The same capability with these presets on or off; others stay as they are. */
  presets(selection: Readonly<Record<string, boolean>>): CapabilityRef<TConfig>;
  /** The same capability, configured. */
  config(value: TConfig): CapabilityRef<TConfig>;
  /** For the framework only. */
  readonly "~capability": CapabilitySelection;
}

/** A capability or, decided in each run, several; those can add context and tools only. */
export type UsesEntry = CapabilityRef | ((ctx: BlockContext) => MaybePromise<readonly CapabilityRef[]>);

/** The capabilities of a block. */
export type UsesSlot = readonly UsesEntry[];

/** A capability with what has been chosen of it. */
export interface CapabilitySelection {
  /** Identity: two references to one definition have the same. */
  readonly definition: CapabilityConfig<any, any>;
  /** Names of the presets that are on, in the order they are defined. */
  readonly active: readonly string[];
  readonly config: unknown;
  /** Whether `presets` or `config` was called on the reference. */
  readonly chosen: boolean;
}

/** Bundles helper functions, context, tools and model settings under one name. */
export function defineCapability<TConfig = any, TStateSchema extends Schema | undefined = undefined>(
  definition: CapabilityConfig<TConfig, TStateSchema>,
): CapabilityRef<TConfig> {
  checkIsSchema("stateSchema", definition.stateSchema, definition.name);
  const names = presetNames(definition);
  const defaults = definition.presets?.default ?? names;
  for (const name of defaults) checkPreset(definition.name, name, names);
  const active = names.filter((name) => defaults.includes(name));
  return refer({ definition, active, config: definition.config, chosen: false });
}

function refer(selection: CapabilitySelection): CapabilityRef {
  const { definition, active } = selection;
  const names = presetNames(definition);
  return {
    name: definition.name,
    presets(choice) {
      for (const name of Object.keys(choice)) checkPreset(definition.name, name, names);
      const next = names.filter((name) => choice[name] ?? active.includes(name));
      return refer({ ...selection, active: next, chosen: true });
    },
    config: (value) => refer({ ...selection, config: value, chosen: true }),
    "~capability": selection,
  };
}

function presetNames(definition: CapabilityConfig<any, any>): string[] {
  return Object.keys(definition.presets ?? {}).filter((name) => name !== "default");
}

function checkPreset(capability: string, name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  const known = names.length > 0 ? `it has ${names.join(", ")}` : "it has none";
  throw new ConstructionError(`Capability "${capability}" has no preset "${name}"; ${known}.`);
}
