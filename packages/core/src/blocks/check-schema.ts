import type { StandardSchemaV1 } from "@standard-schema/spec";
import { checkSchema, type Schema, type SchemaIssue, type SchemaResult } from "../schema/schema.ts";
import { guard, isThenable } from "./guard.ts";

/** `checkSchema` without a wait where none is needed: a value that fits a schema that checks at once. */
export function checkSchemaSync(
  schema: Schema,
  value: unknown,
): SchemaResult<unknown> | Promise<SchemaResult<unknown>> {
  const checked = schema["~standard"].validate(value);
  if (!isThenable<StandardSchemaV1.Result<unknown>>(checked) && !checked.issues) {
    return { ok: true, value: checked.value };
  }
  return checkSchema({ "~standard": { ...schema["~standard"], validate: () => checked } }, value);
}

/** What a schema makes of a value. Throws what `refusal` makes of its issues, and when the signal fires meanwhile. */
export async function valueBySchema(
  schema: Schema,
  value: unknown,
  signal: AbortSignal,
  refusal: (issues: readonly SchemaIssue[]) => Error,
): Promise<unknown> {
  const checking = checkSchemaSync(schema, value);
  const result = isThenable(checking) ? await guard(checking, signal) : checking;
  if (!result.ok) throw refusal(result.issues);
  return result.value;
}
