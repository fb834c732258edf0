import { checkSchema, describeIssues, type Schema } from "@flow-state-dev/core";
import { jsonInText } from "./json-in-text.ts";
import { right, wrong } from "./score-result.ts";
import type { Scorer } from "./scorer.ts";
import { InvalidScorerError } from "./scorer-errors.ts";

/** The output passes a schema (any Standard Schema): as it is or, when it is a text, the JSON in it. */
export function schemaValid(schema: Schema): Scorer {
  const name = "schemaValid";
  const { validate } = (schema as Partial<Schema> | null | undefined)?.["~standard"] ?? {};
  if (typeof validate !== "function")
    throw new InvalidScorerError(
      name,
      "it was given no Standard Schema; give it one of zod, valibot or arktype, say, not a JSON Schema",
    );
  return {
    name,
    definition: schema,
    async score({ output }) {
      const plain = await checkSchema(schema, output);
      if (plain.ok) return right();
      if (typeof output !== "string")
        return wrong(`The output does not fit: ${describeIssues(plain.issues)}.`);
      const json = jsonInText(output);
      if (!json.found)
        return wrong(
          `There is no JSON in the output, and as text it does not fit: ${describeIssues(plain.issues)}.`,
        );
      const parsed = await checkSchema(schema, json.value);
      return parsed.ok
        ? right()
        : wrong(`The JSON in the output does not fit: ${describeIssues(parsed.issues)}.`);
    },
  };
}
