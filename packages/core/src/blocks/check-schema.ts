import type { StandardSchemaV1 } from "@standard-schema/spec";
import { checkSchema, type Schema, type SchemaResult } from "../schema/schema.ts";
import { isThenable } from "./guard.ts";

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
