import { type BlockDefinition, isBlock, type Schema, toJsonSchema } from "@flow-state-dev/core";
import { contentHash, type Json } from "@flow-state-dev/records";

/** What is nested deeper is not looked at, and neither is what comes after so many objects: some hold each other. */
const deepest = 8;
const mostObjects = 100_000;

/**
 * What can be known of a value that is part of a definition, as plain data that is the same in every process: functions
 * by their source, schemas by their JSON Schema, blocks by a hash of all that they were made of, the blocks they run
 * included. What a function closes over cannot be seen.
 */
export function describeSource(value: unknown): Json {
  return describer()(value, 0);
}

type Inner = (value: unknown) => Json;

/** Describes every block once, however often it is used. */
function describer(): (value: unknown, depth: number) => Json {
  const blocks = new Map<BlockDefinition, string>();
  let objects = 0;
  const describe = (value: unknown, depth: number): Json => {
    if (value === null || value === undefined) return null;
    if (typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value === "function") return { source: Function.prototype.toString.call(value) };
    if (typeof value !== "object") return Number.isFinite(value) ? (value as number) : String(value);
    if (isBlock(value)) return { block: hashOf(value) };
    objects += 1;
    if (depth > deepest || objects > mostObjects) return "…";
    const inner = (each: unknown) => describe(each, depth + 1);
    if (Array.isArray(value)) return value.map(inner);
    if ("~standard" in value) return { schema: schemaOf(value as Schema) };
    if (value instanceof Date) return Number.isNaN(value.valueOf()) ? null : value.toISOString();
    if (value instanceof RegExp || value instanceof URL) return String(value);
    if (value instanceof Error) return { class: value.name, message: value.message };
    if (value instanceof Map || value instanceof Set) return [...value].map(inner);
    const prototype = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null) return plainOf(value, inner);
    const { modelId, provider } = value as Record<string, unknown>;
    return { class: String(prototype.constructor?.name), modelId: inner(modelId), provider: inner(provider) };
  };
  const hashOf = (block: BlockDefinition): string => {
    const known = blocks.get(block);
    if (known !== undefined) return known;
    blocks.set(block, "itself");
    const { kind, name, description, inputSchema, outputSchema } = block;
    const { made } = block["~block"];
    const parts = { kind, name, description, inputSchema, outputSchema, made };
    const hash = contentHash(plainOf(parts, (each) => describe(each, 0)));
    blocks.set(block, hash);
    return hash;
  };
  return describe;
}

/** Stands for what `describeSource` says; the same in every process. */
export function sourceHash(value: unknown): string {
  return contentHash(describeSource(value)).slice(0, 16);
}

function plainOf(value: object, inner: Inner): Json {
  const known = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(known.map(([key, each]) => [key, inner(each)]));
}

function schemaOf(schema: Schema): Json {
  try {
    return JSON.parse(JSON.stringify(toJsonSchema(schema))) as Json;
  } catch {
    // A schema without a JSON form is told by who made it alone.
    return String(schema["~standard"]?.vendor);
  }
}
