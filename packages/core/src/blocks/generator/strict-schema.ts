import type { JSONSchema7 } from "@ai-sdk/provider";

type Node = Record<string, unknown>;

/** Keywords with schemas below them, by how they hold them. */
const schemaMaps = ["properties", "definitions", "$defs"];
const schemaLists = ["anyOf", "oneOf", "allOf", "prefixItems"];
const singleSchemas = ["items", "additionalProperties", "not", "if", "then", "else", "contains"];

/** What OpenAI's strict mode understands; anything else makes it refuse the request. */
const strictKeywords = new Set([
  ...[
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "anyOf",
    "enum",
    "const",
    "$ref",
    "$defs",
  ],
  ...["definitions", "title", "description", "pattern", "format", "multipleOf", "minimum", "maximum"],
  ...["exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems"],
]);
const strictFormats = new Set([
  ...["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"],
]);

/** The schema with every object closed that does not say itself what else it takes. */
export function closeObjects(schema: JSONSchema7): JSONSchema7 {
  return close(schema) as JSONSchema7;
}

function close(node: unknown): unknown {
  if (typeof node !== "object" || node === null || Array.isArray(node)) return node;
  const closed: Node = { ...(node as Node) };
  for (const key of schemaMaps) {
    if (closed[key])
      closed[key] = Object.fromEntries(
        Object.entries(closed[key]).map(([name, each]) => [name, close(each)]),
      );
  }
  for (const key of schemaLists) if (Array.isArray(closed[key])) closed[key] = closed[key].map(close);
  for (const key of singleSchemas) {
    if (key in closed) closed[key] = Array.isArray(closed[key]) ? closed[key].map(close) : close(closed[key]);
  }
  if (isObject(closed) && !("additionalProperties" in closed) && !("patternProperties" in closed)) {
    closed.additionalProperties = false;
  }
  return closed;
}

/** Does it describe objects, perhaps beside other things? */
function isObject({ type, properties }: Node): boolean {
  return type === undefined ? properties !== undefined : [type].flat().includes("object");
}

/** Whether OpenAI's strict mode takes the schema as it is: all properties required, nothing open, known keywords. */
export function isStrictCompatible(schema: JSONSchema7): boolean {
  return (schema as Node).type === "object" && isStrictNode(schema);
}

function isStrictNode(node: unknown): boolean {
  if (typeof node !== "object" || node === null) return false;
  const facts = node as Node;
  if (Object.keys(facts).length === 0) return false;
  if (Object.keys(facts).some((key) => !strictKeywords.has(key))) return false;
  if (typeof facts.format === "string" && !strictFormats.has(facts.format)) return false;
  if (typeof facts.pattern === "string" && facts.pattern.includes("(?")) return false;
  if (Array.isArray(facts.items)) return false;
  if (facts.items !== undefined && !isStrictNode(facts.items)) return false;
  if (Array.isArray(facts.anyOf) && !facts.anyOf.every(isStrictNode)) return false;
  for (const key of ["definitions", "$defs"]) {
    if (facts[key] && !Object.values(facts[key]).every(isStrictNode)) return false;
  }
  return !isObject(facts) || isStrictObject(facts);
}

function isStrictObject(facts: Node): boolean {
  const properties = Object.entries((facts.properties ?? {}) as Node);
  const required = (facts.required ?? []) as string[];
  if (facts.additionalProperties !== false) return false;
  return properties.every(([name, each]) => required.includes(name) && isStrictNode(each));
}
