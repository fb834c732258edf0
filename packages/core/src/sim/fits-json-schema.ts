import { type JsonSchema, type JsonSchemaNode, resolveNode, sameJson } from "./json-schema.ts";

/** Does a value pass a schema? Knows the keywords that the sampler knows; others let everything through. */
export function fitsJsonSchema(
  node: JsonSchemaNode | undefined,
  value: unknown,
  root: JsonSchemaNode,
): boolean {
  const schema = resolveNode(node, root);
  if (typeof schema === "boolean") return schema;
  if ("const" in schema && !sameJson(schema.const, value)) return false;
  if (schema.enum && !schema.enum.some((item: unknown) => sameJson(item, value))) return false;
  if (schema.type !== undefined && ![schema.type].flat().some((type) => isOfType(type, value))) return false;
  if (schema.anyOf && countFitting(schema.anyOf, value, root) === 0) return false;
  if (schema.oneOf && countFitting(schema.oneOf, value, root) !== 1) return false;
  if (schema.not !== undefined && fitsJsonSchema(schema.not, value, root)) return false;
  if (typeof value === "string") return fitsText(schema, value);
  if (typeof value === "number") return fitsNumber(schema, value);
  if (Array.isArray(value)) return fitsList(schema, value, root);
  if (typeof value === "object" && value !== null) return fitsObject(schema, value as JsonSchema, root);
  return true;
}

function countFitting(nodes: JsonSchemaNode[], value: unknown, root: JsonSchemaNode): number {
  return nodes.filter((node) => fitsJsonSchema(node, value, root)).length;
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "number":
      return Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

const formats: Record<string, (text: string) => boolean> = {
  email: (text) => /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(text),
  uri: (text) => URL.canParse(text),
  url: (text) => URL.canParse(text),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
  "date-time": (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  time: (text) => /^\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.test(text),
  duration: (text) => /^P(?=.)(\d+[YMWD])*(T(\d+[HMS])+)?$/.test(text),
  ipv4: (text) => /^(\d{1,3}\.){3}\d{1,3}$/.test(text),
  ipv6: (text) => /^[0-9a-f:.]+$/i.test(text) && text.includes(":"),
  hostname: (text) => /^[a-z\d-]+(\.[a-z\d-]+)*$/i.test(text),
};

function fitsText(schema: JsonSchema, text: string): boolean {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern = [], format } = schema;
  const length = lengthOf(text);
  if (length < minLength || length > maxLength) return false;
  if (![pattern].flat().every((source) => matches(source, text))) return false;
  return Object.hasOwn(formats, format ?? "") ? formats[format]!(text) : true;
}

function fitsNumber(schema: JsonSchema, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (minimum !== undefined && value < minimum) return false;
  if (maximum !== undefined && value > maximum) return false;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return false;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return false;
  if (multipleOf === undefined) return true;
  const times = value / multipleOf;
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
}

function fitsList(schema: JsonSchema, list: unknown[], root: JsonSchemaNode): boolean {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  if (list.length < minItems || list.length > maxItems) return false;
  if (
    schema.uniqueItems &&
    list.some((item, at) => list.slice(0, at).some((other) => sameJson(item, other)))
  ) {
    return false;
  }
  const { first, rest } = listParts(schema);
  return list.every((item, at) => fitsJsonSchema(at < first.length ? first[at] : rest, item, root));
}

function fitsObject(schema: JsonSchema, object: JsonSchema, root: JsonSchemaNode): boolean {
  const { properties = {}, patternProperties = {}, required = [], additionalProperties } = schema;
  const keys = Object.keys(object);
  if (keys.length < (schema.minProperties ?? 0)) return false;
  if (keys.length > (schema.maxProperties ?? Number.POSITIVE_INFINITY)) return false;
  if (!required.every((key: string) => Object.hasOwn(object, key))) return false;
  return keys.every((key) => {
    if (schema.propertyNames !== undefined && !fitsJsonSchema(schema.propertyNames, key, root)) return false;
    const nodes: JsonSchemaNode[] = Object.entries<JsonSchemaNode>(patternProperties)
      .filter(([source]) => matches(source, key))
      .map(([, node]) => node);
    if (Object.hasOwn(properties, key)) nodes.push(properties[key]);
    if (nodes.length === 0) nodes.push(additionalProperties ?? true);
    return nodes.every((node) => fitsJsonSchema(node, object[key], root));
  });
}

/** The schemas of the first items of a list, each its own, and that of all others. */
export function listParts(schema: JsonSchema): { first: JsonSchemaNode[]; rest: JsonSchemaNode } {
  if (Array.isArray(schema.prefixItems)) return { first: schema.prefixItems, rest: schema.items ?? true };
  if (Array.isArray(schema.items)) return { first: schema.items, rest: schema.additionalItems ?? true };
  return { first: [], rest: schema.items ?? true };
}

/** JSON Schema counts characters, of which one may take two places in a string. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/**
 * Does the text match the pattern? Patterns written for the older rules of JavaScript count too; others never match.
 */
export function matches(pattern: string, text: string): boolean {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags).test(text);
    } catch {
      // Not a pattern by these rules.
    }
  }
  return false;
}
