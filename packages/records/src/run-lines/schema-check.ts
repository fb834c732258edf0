/** The part of JSON Schema (2020-12) that the schema of runs uses. */
export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  required?: readonly string[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  minItems?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  oneOf?: readonly JsonSchema[];
  [annotation: string]: unknown;
}

/** What is wrong with a value by a schema, such as `cell.attempts[0].state must be …`; null when it is valid. */
export type SchemaCheck = (value: unknown) => string | null;

/** A check of values against one definition of a schema. */
export function schemaCheck(root: JsonSchema, definition: string): SchemaCheck {
  const schema = root.$defs?.[definition];
  if (schema === undefined) throw new Error(`The schema does not define ${definition}.`);
  return (value) => check(root, schema, value, "");
}

function check(root: JsonSchema, schema: JsonSchema, value: unknown, at: string): string | null {
  if (schema.$ref !== undefined) {
    const target = root.$defs?.[schema.$ref.replace("#/$defs/", "")];
    if (target === undefined) throw new Error(`The schema refers to ${schema.$ref}, which is not there.`);
    const problem = check(root, target, value, at);
    if (problem !== null) return problem;
  }
  return (
    checkScalar(schema, value, at) ??
    checkItems(root, schema, value, at) ??
    checkMembers(root, schema, value, at) ??
    checkOneOf(root, schema, value, at)
  );
}

function checkScalar(schema: JsonSchema, value: unknown, at: string): string | null {
  const named = at === "" ? "the line" : at;
  if (schema.type !== undefined) {
    const types = typeof schema.type === "string" ? [schema.type] : schema.type;
    if (!types.some((type) => isOfType(value, type))) return `${named} must be of type ${types.join(" or ")}`;
  }
  if ("const" in schema && value !== schema.const) return `${named} must be ${JSON.stringify(schema.const)}`;
  if (schema.enum !== undefined && !schema.enum.includes(value))
    return `${named} must be one of ${schema.enum.map((item) => JSON.stringify(item)).join(", ")}`;
  if (typeof value === "number") {
    if (schema.minimum !== undefined && value < schema.minimum)
      return `${named} must be at least ${schema.minimum}`;
    if (schema.maximum !== undefined && value > schema.maximum)
      return `${named} must be at most ${schema.maximum}`;
  }
  if (
    typeof value === "string" &&
    schema.pattern !== undefined &&
    !new RegExp(schema.pattern, "u").test(value)
  )
    return `${named} must match ${schema.pattern}`;
  return null;
}

function checkItems(root: JsonSchema, schema: JsonSchema, value: unknown, at: string): string | null {
  if (!Array.isArray(value)) return null;
  if (schema.minItems !== undefined && value.length < schema.minItems)
    return `${at} must have at least ${schema.minItems} items`;
  if (schema.items === undefined) return null;
  for (let i = 0; i < value.length; i++) {
    const problem = check(root, schema.items, value[i], `${at}[${i}]`);
    if (problem !== null) return problem;
  }
  return null;
}

function checkMembers(root: JsonSchema, schema: JsonSchema, value: unknown, at: string): string | null {
  if (!isOfType(value, "object")) return null;
  const object = value as Record<string, unknown>;
  const path = (key: string) => (at === "" ? key : `${at}.${key}`);
  for (const key of schema.required ?? []) if (!Object.hasOwn(object, key)) return `${path(key)} is missing`;
  for (const key of Object.keys(object)) {
    const known = schema.properties !== undefined && Object.hasOwn(schema.properties, key);
    const member = known ? schema.properties![key]! : schema.additionalProperties;
    if (member === undefined || member === true) continue;
    if (member === false) return `${path(key)} is not known`;
    const problem = check(root, member, object[key], path(key));
    if (problem !== null) return problem;
  }
  return null;
}

/** The problem told is that of the first alternative whose fixed members fit, as that is the one that was meant. */
function checkOneOf(root: JsonSchema, schema: JsonSchema, value: unknown, at: string): string | null {
  if (schema.oneOf === undefined) return null;
  const problems = schema.oneOf.map((alternative) => check(root, alternative, value, at));
  const valid = problems.filter((problem) => problem === null).length;
  if (valid === 1) return null;
  const named = at === "" ? "the line" : at;
  if (valid > 1) return `${named} fits several forms at once`;
  const meant = schema.oneOf.findIndex((alternative) => isMeant(root, alternative, value));
  return meant >= 0 ? problems[meant]! : `${named} has none of the forms it may have`;
}

function isMeant(root: JsonSchema, schema: JsonSchema, value: unknown): boolean {
  const target =
    schema.$ref === undefined ? schema : (root.$defs?.[schema.$ref.replace("#/$defs/", "")] ?? schema);
  const fixed = Object.entries(target.properties ?? {}).filter(([, member]) => "const" in member);
  if (fixed.length === 0 || !isOfType(value, "object")) return false;
  return fixed.every(([key, member]) => (value as Record<string, unknown>)[key] === member.const);
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isSafeInteger(value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    default:
      return typeof value === type;
  }
}
