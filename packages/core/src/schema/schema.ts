import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";

/**
 * Any Standard Schema (zod, valibot, arktype, …). Where a model has to see it (structured output, a tool's
 * parameters) it must also be able to describe itself as JSON Schema, which zod does from 4.2 on; of another a model is
 * told only that JSON is wanted, or of a tool that it takes an object.
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

/** Who sees the first mistakes knows what is meant; a model may have made thousands, each as long as it likes. */
const mostIssues = 10;
const mostCharacters = 300;

/**
 * Issues in one line, for error messages: the first ten, each cut off where it is long, and how many more there are.
 */
export function describeIssues(issues: readonly SchemaIssue[]): string {
  const shown = issues
    .slice(0, mostIssues)
    .map(({ path, message }) => (path ? `${shorten(path)}: ${shorten(message)}` : shorten(message)));
  const more = issues.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

function shorten(text: string): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text;
}

function toSchemaIssue(issue: StandardSchemaV1.Issue): SchemaIssue {
  const path = (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".");
  return { path, message: issue.message };
}
