import { z } from "zod";
import { suiteSchema } from "./suite-schema.ts";

/** JSON Schema (draft 7) of suite files, for `$schema` completion in editors. */
export function suiteJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(suiteSchema, { target: "draft-7", io: "input" });
  return {
    $schema,
    title: "Benchmark suite",
    description: "Reproducible test cases for a coding agent. Comments and trailing commas are allowed.",
    allowComments: true,
    allowTrailingCommas: true,
    ...schema,
  };
}
