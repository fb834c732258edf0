import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import type { z } from "zod";
import { type CallContext, withCallContext } from "../../src/model/call-context.ts";
import { toJsonSchema } from "../../src/schema/schema.ts";

/** A call with one message of the user, at a place in a run. */
export function asking(
  text: string,
  context: CallContext = {},
  more: Partial<LanguageModelV4CallOptions> = {},
): LanguageModelV4CallOptions {
  const prompt: LanguageModelV4CallOptions["prompt"] = [{ role: "user", content: [{ type: "text", text }] }];
  return withCallContext({ prompt, ...more }, context);
}

/** The response format for a schema. */
export function jsonOf(schema: z.ZodType): Pick<LanguageModelV4CallOptions, "responseFormat"> {
  const json = toJsonSchema(schema);
  if (!json) throw new Error("a zod schema describes itself");
  return { responseFormat: { type: "json", schema: json } };
}

/** The text of an answer. */
export function textOf(result: LanguageModelV4GenerateResult): string {
  return result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}
