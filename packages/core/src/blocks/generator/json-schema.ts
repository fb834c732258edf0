import type { JSONSchema7 } from "@ai-sdk/provider";
import { FlowError } from "../../errors/flow-error.ts";
import { type Schema, toJsonSchema } from "../../schema/schema.ts";

/** A model would have to see a schema that its library cannot describe. */
export class SchemaNotDescribableError extends FlowError {
  override readonly name: string = "SchemaNotDescribableError";

  constructor(blockName: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `A schema of block "${blockName}" cannot be described as JSON Schema, which a model needs to see: ${why}`,
      { code: "schema-not-describable", blockName, cause },
    );
  }
}

const described = new WeakMap<Schema, { json: JSONSchema7 | undefined }>();

/** The schema as JSON Schema, made once; undefined when its library does not describe schemas. */
export function describeSchema(schema: Schema, blockName: string): JSONSchema7 | undefined {
  let known = described.get(schema);
  if (!known) {
    try {
      known = { json: withoutDialect(toJsonSchema(schema)) };
    } catch (error) {
      throw new SchemaNotDescribableError(blockName, error);
    }
    described.set(schema, known);
  }
  return known.json;
}

function withoutDialect(json: Record<string, unknown> | undefined): JSONSchema7 | undefined {
  if (!json) return undefined;
  const { $schema: _, ...rest } = json;
  return rest;
}

/** The schema inside an object with one property, for where only an object will do. Inner references still hold. */
export function wrapSchema(json: JSONSchema7, property: string): JSONSchema7 {
  const { definitions, $defs, ...inner } = json;
  return {
    type: "object",
    properties: { [property]: relocate(inner, `#/properties/${property}`) as JSONSchema7 },
    required: [property],
    additionalProperties: false,
    ...(definitions && {
      definitions: relocate(definitions, `#/properties/${property}`) as JSONSchema7["definitions"],
    }),
    ...($defs && { $defs: relocate($defs, `#/properties/${property}`) as JSONSchema7["$defs"] }),
  };
}

/** References to the root follow it to its new place. */
function relocate(node: unknown, root: string): unknown {
  if (Array.isArray(node)) return node.map((each) => relocate(each, root));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === "$ref" && value === "#" ? root : relocate(value, root),
    ]),
  );
}
