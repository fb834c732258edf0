/** A JSON Schema (draft 7, and `prefixItems`), as loosely typed as it arrives. */
export interface JsonSchema {
  [keyword: string]: any;
}

/** Where one schema may stand; `true` lets everything through and `false` nothing. */
export type JsonSchemaNode = JsonSchema | boolean;

/**
 * The schema with its `$ref` followed and its `allOf` merged in, as far as they go at this level. Pointers lead into
 * `root`; one that leads nowhere lets everything through.
 */
export function resolveNode(node: JsonSchemaNode | undefined, root: JsonSchemaNode): JsonSchemaNode {
  let current = node ?? true;
  for (let hops = 0; hops < 32 && typeof current === "object"; hops++) {
    if (typeof current.$ref === "string") {
      const { $ref, definitions: _definitions, $defs: _defs, ...siblings } = current;
      const target = followPointer($ref, root);
      current = Object.keys(siblings).length === 0 ? target : mergeSchemas(target, siblings);
    } else if (Array.isArray(current.allOf)) {
      const { allOf, ...rest } = current;
      current = (allOf as JsonSchemaNode[])
        .map((part) => resolveNode(part, root))
        .reduce<JsonSchemaNode>(mergeSchemas, rest);
    } else {
      return current;
    }
  }
  return current;
}

/** A schema that lets through what both let through, for the keywords a sampler knows. */
export function mergeSchemas(a: JsonSchemaNode, b: JsonSchemaNode): JsonSchemaNode {
  if (a === false || b === false) return false;
  if (a === true) return b;
  if (b === true) return a;
  const merged: JsonSchema = { ...a };
  for (const [keyword, value] of Object.entries(b)) {
    merged[keyword] = keyword in a ? mergeKeyword(keyword, a[keyword], value) : value;
  }
  return merged;
}

function mergeKeyword(keyword: string, a: any, b: any): unknown {
  switch (keyword) {
    case "properties":
    case "patternProperties":
      return mergeFields(a, b);
    case "required":
      return [...new Set([...a, ...b])];
    case "type":
      return mergeTypes([a].flat(), [b].flat());
    case "enum":
      return a.filter((value: unknown) => b.some((other: unknown) => sameJson(value, other)));
    case "minimum":
    case "exclusiveMinimum":
    case "minLength":
    case "minItems":
    case "minProperties":
      return Math.max(a, b);
    case "maximum":
    case "exclusiveMaximum":
    case "maxLength":
    case "maxItems":
    case "maxProperties":
      return Math.min(a, b);
    case "pattern":
      return [...new Set([a, b].flat())];
    case "items":
    case "additionalProperties":
    case "propertyNames":
      return Array.isArray(a) || Array.isArray(b) ? b : mergeSchemas(a, b);
    case "anyOf":
    case "oneOf":
      return a.flatMap((left: JsonSchemaNode) => b.map((right: JsonSchemaNode) => mergeSchemas(left, right)));
    default:
      return b;
  }
}

function mergeFields(a: JsonSchema, b: JsonSchema): JsonSchema {
  const fields = { ...a };
  for (const [name, node] of Object.entries(b)) fields[name] = name in a ? mergeSchemas(a[name], node) : node;
  return fields;
}

function mergeTypes(a: string[], b: string[]): string[] {
  const shared = a.filter((type) => b.includes(type) || (type === "integer" && b.includes("number")));
  const narrowed = b.includes("integer") && a.includes("number") && !a.includes("integer") ? ["integer"] : [];
  return [...shared, ...narrowed];
}

/** Are two JSON values the same? The order of keys does not count. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson((a as JsonSchema)[key], (b as JsonSchema)[key]))
  );
}

function followPointer(pointer: string, root: JsonSchemaNode): JsonSchemaNode {
  if (!pointer.startsWith("#")) return true;
  let target: any = root;
  for (const step of pointer.slice(1).split("/").filter(Boolean)) {
    const key = decoded(step).replaceAll("~1", "/").replaceAll("~0", "~");
    target = target?.[key];
  }
  return typeof target === "object" || typeof target === "boolean" ? (target ?? true) : true;
}

/** Libraries that make schemas write names as they are, also those with a percent sign in them. */
function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
