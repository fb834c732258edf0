import type { SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { BlockDefinition } from "./block.ts";
import type { BlockKind } from "./block-kind.ts";
import type { CapabilityRef, CapabilitySelection, PresetDef, UsesSlot } from "./capability.ts";
import { ConstructionError } from "./construction-error.ts";
import type { BlockContext } from "./context.ts";
import type { CachingConfig } from "./generator/caching.ts";
import type { ContextSlot } from "./generator/context-slot.ts";
import type { ModelRef } from "./ready-model.ts";

/** All capabilities of a block, those that others need included, each once; needed ones come first. */
export function flattenUses(uses: UsesSlot, blockName: string): CapabilitySelection[] {
  const found = new Map<string, CapabilitySelection>();
  const refuse = (what: string) => {
    throw new ConstructionError(
      `"${blockName}" uses ${what}; give it a list of what defineCapability gives.`,
      blockName,
    );
  };
  const visit = (ref: CapabilityRef, path: readonly string[]) => {
    const selection = (ref as CapabilityRef | undefined | null)?.["~capability"];
    if (selection === undefined) return refuse(`${nameOf(ref)}, which is no capability`);
    const { definition } = selection;
    if (path.includes(definition.name)) {
      const circle = [...path.slice(path.indexOf(definition.name)), definition.name].join(" → ");
      throw new ConstructionError(
        `Capabilities of "${blockName}" use each other in a circle: ${circle}.`,
        blockName,
      );
    }
    const known = found.get(definition.name);
    if (known && known.definition !== definition) {
      throw new ConstructionError(
        `Block "${blockName}" uses two different capabilities named "${definition.name}"; rename one of them.`,
        blockName,
      );
    }
    const within = [...path, definition.name];
    for (const entry of definition.uses ?? []) if (typeof entry !== "function") visit(entry, within);
    if (!known || selection.chosen) found.set(definition.name, selection);
  };
  if (!Array.isArray(uses)) return refuse(`${nameOf(uses)}, which is no list`);
  for (const entry of uses) if (typeof entry !== "function") visit(entry, []);
  return [...found.values()];
}

function nameOf(value: unknown): string {
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

/** What the fixed capabilities of a generator add up to. */
export interface UsedSettings {
  context: ContextSlot[];
  tools: { tools: NonNullable<PresetDef["tools"]>; config: unknown }[];
  model?: ModelRef | readonly ModelRef[];
  providerOptions?: SharedV4ProviderOptions;
  caching?: CachingConfig;
}

/** Adds up presets in order: context and tools collect, of everything else the last wins. */
export function mergePresets(selections: readonly CapabilitySelection[]): UsedSettings {
  const merged: UsedSettings = { context: [], tools: [] };
  for (const selection of selections) {
    for (const preset of activePresets(selection)) {
      if (preset.context !== undefined) merged.context.push(preset.context);
      if (preset.tools) merged.tools.push({ tools: preset.tools, config: selection.config });
      if (preset.model !== undefined) merged.model = preset.model;
      if (preset.providerOptions) merged.providerOptions = preset.providerOptions;
      if (preset.caching) merged.caching = preset.caching;
    }
  }
  return merged;
}

/** The entries of a slot that are decided in each run, those of its fixed capabilities included. */
export function dynamicUses(uses: UsesSlot, selections: readonly CapabilitySelection[]) {
  const slots = [uses, ...selections.map((selection) => selection.definition.uses ?? [])];
  return slots.flat().filter((entry) => typeof entry === "function");
}

/**
 * The capabilities of a block that is no generator. Only generators have a prompt and tools; a preset that is on, or
 * an entry that is decided in each run, would silently do nothing, so it is refused.
 */
export function usesOfCode(uses: UsesSlot, kind: BlockKind, blockName: string): CapabilitySelection[] {
  const selections = flattenUses(uses, blockName);
  for (const selection of selections) {
    for (const name of selection.active) {
      const fields = Object.keys(selection.definition.presets?.[name] ?? {});
      if (fields.length === 0) continue;
      throw new ConstructionError(
        `Capability "${selection.definition.name}" gives ${fields.join(", ")} in its preset "${name}", which only a generator can use, not ${kind} "${blockName}"; switch it off with .presets({ ${JSON.stringify(name)}: false }).`,
        blockName,
      );
    }
  }
  if (dynamicUses(uses, selections).length > 0) {
    throw new ConstructionError(
      `${kind} "${blockName}" uses capabilities through a function, which can only add context and tools to a generator; name them instead.`,
      blockName,
    );
  }
  return selections;
}

/** The tools of a preset, resolved. */
export async function resolveTools(
  entries: UsedSettings["tools"],
  ctx: BlockContext,
): Promise<BlockDefinition[]> {
  const lists = await Promise.all(
    entries.map(({ tools, config }) => (typeof tools === "function" ? tools(ctx, config) : tools)),
  );
  return [...new Set(lists.flat())];
}

function activePresets(selection: CapabilitySelection): PresetDef[] {
  return selection.active.flatMap((name) => (selection.definition.presets?.[name] ?? []) as PresetDef);
}
