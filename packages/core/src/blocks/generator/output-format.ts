import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { Schema } from "../../schema/schema.ts";
import { describeSchema, wrapSchema } from "./json-schema.ts";
import { closeObjects, isStrictCompatible } from "./strict-schema.ts";
import { safeName } from "./tool-name.ts";

/** How an answer is asked for: as text, or as JSON, perhaps inside `{ output }` because models give only objects. */
export type OutputFormat =
  | { kind: "text" }
  | {
      kind: "json";
      wrapped: boolean;
      responseFormat: NonNullable<LanguageModelV4CallOptions["responseFormat"]>;
      /** False when OpenAI has to be told not to insist on its strict mode. */
      strict: boolean;
    };

const text: OutputFormat = { kind: "text" };

/** The format for a generator's output schema. A schema of plain text is never sent. */
export function outputFormat(schema: Schema | undefined, blockName: string): OutputFormat {
  if (!schema) return text;
  const json = describeSchema(schema, blockName);
  if (!json) return { kind: "json", wrapped: false, responseFormat: { type: "json" }, strict: true };
  if (json.type === "string" && !("enum" in json) && !("const" in json)) return text;
  const wrapped = json.type !== "object";
  const sent = closeObjects(wrapped ? wrapSchema(json, "output") : json);
  return {
    kind: "json",
    wrapped,
    responseFormat: { type: "json", schema: sent, name: safeName(blockName) },
    strict: isStrictCompatible(sent),
  };
}
