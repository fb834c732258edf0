import { ConstructionError } from "./construction-error.ts";

/** Throws a `ConstructionError` unless it is a Standard Schema, or absent. */
export function checkIsSchema(option: string, schema: unknown, blockName: string): void {
  if (schema === undefined || schema === null) return;
  const standard = (schema as { "~standard"?: { validate?: unknown } })["~standard"];
  if (typeof standard?.validate === "function") return;
  throw new ConstructionError(
    `${option} of "${blockName}" is no Standard Schema; give it one of zod (from 3.24 on), valibot or arktype, say, not a JSON Schema.`,
    blockName,
  );
}
