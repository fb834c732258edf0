import type { BenchmarkSubject, CapabilityRef, PresetDef, UsesSlot } from "@flow-state-dev/core";
import type { Json } from "@flow-state-dev/records";
import { describeSource } from "./describe-source.ts";

/** A subject that tells which capabilities it was built with. */
export interface EquippedSubject extends BenchmarkSubject {
  uses?: UsesSlot;
}

/** The same subject, with what it was built with. */
export function equipped(subject: BenchmarkSubject, uses: UsesSlot | undefined): EquippedSubject {
  return uses && uses.length > 0 ? { ...subject, uses } : subject;
}

/** The capabilities a subject tells of; none when it does not tell. */
export function usesOf(subject: EquippedSubject): UsesSlot {
  return Array.isArray(subject.uses) ? subject.uses : [];
}

/** Whether models may be offered tools, so that a call may be followed by others. */
export function givesTools(uses: UsesSlot): boolean {
  return uses.some((entry) => {
    if (typeof entry === "function") return true;
    const { tools, uses: inner } = partsOf(entry);
    return tools || givesTools(inner);
  });
}

/** Capabilities as plain data: names, what is on of them, and what that holds. */
export function describeUses(uses: UsesSlot): Json {
  return uses.map((entry) => {
    if (typeof entry === "function") return describeSource(entry);
    const { definition, config } = entry["~capability"];
    const { presets, uses: inner } = partsOf(entry);
    const parts = { name: entry.name, presets, config, fns: definition.fns, uses: describeUses(inner) };
    return describeSource(parts);
  });
}

function partsOf(capability: CapabilityRef) {
  const { definition, active } = capability["~capability"];
  const presets = Object.fromEntries(
    active.map((name) => [name, definition.presets?.[name] as PresetDef | undefined]),
  );
  const tools = Object.values(presets).some(
    ({ tools: given = [] } = {}) => typeof given === "function" || given.length > 0,
  );
  return { presets, tools, uses: definition.uses ?? [] };
}
