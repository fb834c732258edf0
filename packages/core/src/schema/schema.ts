import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";

/**
 * Any Standard Schema (zod, valibot, arktype, …). Where a model has to see it (structured output, a tool's
 * parameters) it must also be able to describe itself as JSON Schema, which zod 4 does.
 */
export type Schema<Input = any, Output = any> = StandardSchemaV1<Input, Output>;

/** What a schema gives out once a value has passed it. */
export type SchemaOutput<S extends Schema> = StandardSchemaV1.InferOutput<S>;

/** What a schema takes in. */
export type SchemaInput<S extends Schema> = StandardSchemaV1.InferInput<S>;

/** One thing wrong with a value, and where in it. */
export interface SchemaIssue {
  /** Dotted path into the value; empty for the value itself. */
  path: string;
  message: string;
}

/** A value that passed, or what is wrong with it. */
export type SchemaResult<T> = { ok: true; value: T } | { ok: false; issues: SchemaIssue[] };

/** Checks a value against a schema; transforms apply. */
export async function checkSchema<S extends Schema>(
  schema: S,
  value: unknown,
): Promise<SchemaResult<SchemaOutput<S>>> {
  const result = await schema["~standard"].validate(value);
  if (!result.issues) return { ok: true, value: result.value as SchemaOutput<S> };
  return { ok: false, issues: result.issues.map(toSchemaIssue) };
}

/** The schema as JSON Schema (draft 7), or undefined when its library cannot describe it. */
export function toJsonSchema(schema: Schema): Record<string, unknown> | undefined {
  const standard: Partial<StandardJSONSchemaV1.Props> = schema["~standard"];
  return standard.jsonSchema?.input({ target: "draft-07" });
}

/** Issues in one line, for error messages. */
export function describeIssues(issues: readonly SchemaIssue[]): string {
  return issues.map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message)).join("; ");
}

function toSchemaIssue(issue: StandardSchemaV1.Issue): SchemaIssue {
  const path = (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".");
  return { path, message: issue.message };
}
