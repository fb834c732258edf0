import { fitsJsonSchema, listParts } from "./fits-json-schema.ts";
import { type JsonSchema, type JsonSchemaNode, mergeSchemas, resolveNode, sameJson } from "./json-schema.ts";
import { sampleNumber } from "./sample-number.ts";
import { samplePattern } from "./sample-pattern.ts";
import { sampleText } from "./sample-text.ts";

/** Where in a value the sampler is. */
export interface SamplePlace {
  /** The nearest name: of the field, or of the field that holds the list. Empty at the top. */
  readonly name: string;
  /** Field names and positions from the top. */
  readonly path: readonly (string | number)[];
}

/**
 * Proposes values for a place, best first; the first that the schema lets through is taken. `sample` makes the rest:
 * it samples any schema at any place, with this or another hook.
 */
export type SampleHook = (
  schema: JsonSchema,
  place: SamplePlace,
  sample: (node: JsonSchemaNode | undefined, place: SamplePlace, hook?: SampleHook) => unknown,
) => readonly unknown[];

/** What a sample is drawn with. */
export interface SampleOptions {
  /** Uniform in [0, 1). */
  random: () => number;
  hook?: SampleHook;
}

/** Where lists end, options are left out and the shortest way out of a recursion is taken. */
const deep = 6;
const crowded = 400;
const rounds = 12;

/** A value that passes a JSON Schema, drawn with the given chance and nothing else. */
export function sampleJsonSchema(schema: unknown, options: SampleOptions): unknown {
  const root = (schema ?? true) as JsonSchemaNode;
  let value: unknown;
  for (let round = 0; round < rounds; round++) {
    // A hook that leads to a value that does not pass as a whole is given up for the second half.
    const hook = round < rounds / 2 ? options.hook : undefined;
    value = new Sampler(root, options.random).sample(root, { name: "", path: [] }, hook);
    if (fitsJsonSchema(root, value, root)) return value;
  }
  return value;
}

class Sampler {
  readonly #root: JsonSchemaNode;
  readonly #random: () => number;
  #nodes = 0;

  constructor(root: JsonSchemaNode, random: () => number) {
    this.#root = root;
    this.#random = random;
  }

  sample(node: JsonSchemaNode | undefined, place: SamplePlace, hook: SampleHook | undefined): unknown {
    this.#nodes += 1;
    const resolved = resolveNode(node, this.#root);
    if (resolved === false) return null;
    const schema = resolved === true ? {} : this.#ofOneType(resolved, place);
    if (hook && !schema.anyOf && !schema.oneOf) {
      const again = (child: JsonSchemaNode | undefined, at: SamplePlace, other?: SampleHook) =>
        this.sample(child, at, other ?? hook);
      const proposed = hook(schema, place, again).find((value) => fitsJsonSchema(schema, value, this.#root));
      if (proposed !== undefined) return proposed;
    }
    if ("const" in schema) return schema.const;
    if (Array.isArray(schema.enum)) return this.#pick(schema.enum);
    const variants: JsonSchemaNode[] | undefined = schema.anyOf ?? schema.oneOf;
    if (variants) return this.#variant(schema, variants, place, hook);
    return this.#ofType(this.#typeOf(schema), schema, place, hook);
  }

  #variant(schema: JsonSchema, variants: JsonSchemaNode[], place: SamplePlace, hook?: SampleHook): unknown {
    const { anyOf: _any, oneOf: _one, ...rest } = schema;
    const merged = variants.map((variant) => mergeSchemas(rest, resolveNode(variant, this.#root)));
    const possible = merged.filter((variant) => variant !== false);
    const chosen = this.#isDeep(place)
      ? possible.toSorted((a, b) => this.#depthOf(a) - this.#depthOf(b))[0]
      : this.#pick(withoutNull(possible));
    return this.sample(chosen, place, hook);
  }

  /** A schema that allows several types, narrowed to one; null only where there is nothing else, or to end. */
  #ofOneType(schema: JsonSchema, place: SamplePlace): JsonSchema {
    if (!Array.isArray(schema.type)) return schema;
    const flat = schema.type.filter((type: string) => type !== "object" && type !== "array");
    const allowed: string[] = this.#isDeep(place) && flat.length > 0 ? flat : schema.type;
    const types = allowed.filter((type) => type !== "null");
    return { ...schema, type: types.length === 0 ? "null" : this.#pick(types) };
  }

  #typeOf(schema: JsonSchema): string {
    if (schema.type !== undefined) return schema.type;
    if (schema.properties || schema.additionalProperties || schema.required) return "object";
    if (schema.items || schema.prefixItems || schema.minItems !== undefined) return "array";
    if (schema.minimum !== undefined || schema.maximum !== undefined || schema.multipleOf) return "number";
    return "string";
  }

  #ofType(type: string, schema: JsonSchema, place: SamplePlace, hook?: SampleHook): unknown {
    switch (type) {
      case "object":
        return this.#object(schema, place, hook);
      case "array":
        return this.#list(schema, place, hook);
      case "integer":
      case "number":
        return sampleNumber(schema, type === "integer", this.#random);
      case "boolean":
        return this.#random() < 0.5;
      case "null":
        return null;
      default:
        return sampleText(schema, this.#random);
    }
  }

  #object(schema: JsonSchema, place: SamplePlace, hook?: SampleHook): unknown {
    const properties: Record<string, JsonSchemaNode> = schema.properties ?? {};
    const required: string[] = schema.required ?? [];
    const others: JsonSchemaNode = schema.additionalProperties ?? true;
    const object: Record<string, unknown> = {};
    const add = (name: string, node: JsonSchemaNode) => {
      // Defined and not assigned, so that a field called __proto__ is a field like any other.
      const value = this.sample(node, { name, path: [...place.path, name] }, hook);
      Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
    };
    for (const [name, node] of Object.entries(properties)) {
      if (required.includes(name)) add(name, node);
      else if (node !== false && !this.#isDeep(place) && this.#random() < 0.75) add(name, node);
    }
    for (const name of required) if (!Object.hasOwn(object, name)) add(name, others);
    const open = typeof others === "object" || schema.patternProperties !== undefined;
    const wanted = Math.max(
      schema.minProperties ?? 0,
      open && Object.keys(properties).length === 0 && !this.#isDeep(place) ? 1 + this.#upTo(1) : 0,
    );
    for (let tries = 0; Object.keys(object).length < wanted && tries < 50; tries++) {
      const [name, node] = this.#extraField(schema, others, tries);
      if (!Object.hasOwn(object, name)) add(name, node);
    }
    return object;
  }

  #extraField(schema: JsonSchema, others: JsonSchemaNode, number: number): [string, JsonSchemaNode] {
    const patterned = Object.entries<JsonSchemaNode>(schema.patternProperties ?? {})[0];
    if (patterned) {
      const name = samplePattern(patterned[0], this.#random) ?? "key";
      const numbered = `${name}${number + 1}`;
      return [new RegExp(patterned[0], "u").test(numbered) ? numbered : name, patterned[1]];
    }
    const plain = `key${number + 1}`;
    const names: JsonSchemaNode = schema.propertyNames ?? true;
    if (fitsJsonSchema(names, plain, this.#root)) return [plain, others];
    return [
      String(this.sample(mergeSchemas(names, { type: "string" }), { name: "", path: [] }, undefined)),
      others,
    ];
  }

  #list(schema: JsonSchema, place: SamplePlace, hook?: SampleHook): unknown {
    const { first, rest } = listParts(schema);
    const min: number = schema.minItems ?? 0;
    const usual = this.#isDeep(place) ? 0 : first.length > 0 ? first.length : 1 + this.#upTo(2);
    const most = rest === false ? first.length : Number.POSITIVE_INFINITY;
    const length = Math.min(Math.max(min, usual), schema.maxItems ?? Number.POSITIVE_INFINITY, most);
    const list: unknown[] = [];
    for (let tries = 0; list.length < length && tries < length + 40; tries++) {
      const at = list.length;
      const item = this.sample(first[at] ?? rest, { name: place.name, path: [...place.path, at] }, hook);
      if (!schema.uniqueItems || !list.some((other) => sameJson(other, item))) list.push(item);
      // A hook that keeps proposing the same is left out once it has been heard.
      else if (hook) list.push(...this.#another(first[at] ?? rest, place, list));
    }
    return list;
  }

  #another(node: JsonSchemaNode, place: SamplePlace, list: unknown[]): unknown[] {
    const item = this.sample(node, place, undefined);
    return list.some((other) => sameJson(other, item)) ? [] : [item];
  }

  #isDeep(place: SamplePlace): boolean {
    return place.path.length >= deep || this.#nodes > crowded;
  }

  /** Levels that a schema needs at least; endless for one that cannot end. */
  #depthOf(node: JsonSchemaNode | undefined, above: readonly unknown[] = []): number {
    if (above.length > 24 || above.includes(node)) return Number.POSITIVE_INFINITY;
    const schema = resolveNode(node, this.#root);
    if (typeof schema === "boolean" || "const" in schema || schema.enum) return 0;
    const within = [...above, node];
    const variants: JsonSchemaNode[] | undefined = schema.anyOf ?? schema.oneOf;
    if (variants) return Math.min(...variants.map((variant) => this.#depthOf(variant, within)));
    const needed: JsonSchemaNode[] = (schema.required ?? []).map(
      (name: string) => schema.properties?.[name] ?? true,
    );
    if ((schema.minItems ?? 0) > 0) needed.push(...listParts(schema).first, listParts(schema).rest);
    return Math.max(0, ...needed.map((child) => 1 + this.#depthOf(child, within)));
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)]!;
  }

  #upTo(most: number): number {
    return Math.floor(this.#random() * (most + 1));
  }
}

/** Something is said where there is a choice between that and null. */
function withoutNull(variants: JsonSchemaNode[]): JsonSchemaNode[] {
  const others = variants.filter((variant) => typeof variant === "boolean" || variant.type !== "null");
  return others.length > 0 ? others : variants;
}
