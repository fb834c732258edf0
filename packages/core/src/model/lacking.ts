/** What some models and servers do not have. */
export type Lacking = "tools" | "schemas" | "whole answers";

const tools = new RegExp(
  [
    String.raw`n[o']t (?:yet )?support (?:the use of |any )?(?:tools?|function)\b`,
    String.raw`\b(?:tools?|tool (?:use|calls?|calling|choice)|function[- ]calling|functions)\b[^.]{0,60}\b(?:not supported|unsupported|requires --)`,
    "no endpoints found that support tool",
  ].join("|"),
  "i",
);
const schemas = new RegExp(
  [
    String.raw`n[o']t (?:yet )?support [^.]{0,40}\b(?:json[ _]schemas?|response_format|structured[ _]outputs?)`,
    String.raw`\b(?:json[ _]schemas?|response_format|structured[ _]outputs?)\b[^.]{0,80}\b(?:not (?:yet )?supported|unsupported|unavailable)`,
    String.raw`unsupported (?:value|parameter)?[^.]{0,20}\b(?:json_schema|response_format)`,
  ].join("|"),
  "i",
);
/** DashScope, for models that think; OpenAI, where ChatGPT's accounts are asked. */
const wholeAnswers =
  /only supports? stream(?:ing)?\b|non-streaming calls|\bwhen .?stream=false\b|\bstream must be set to true\b/i;
/** A schema with something in it that is not taken is whoever's wrote it. */
const oneSchema = /invalid (?:json )?schema|within the schema|in the schema/i;

/**
 * What a model or its server lacks for this way of asking, when that is what a refusal says: whoever is asked so by any
 * subject refuses. Undefined for anything else, such as one schema that it does not take.
 */
export function lacking(said: string): Lacking | undefined {
  if (tools.test(said)) return "tools";
  if (wholeAnswers.test(said)) return "whole answers";
  return schemas.test(said) && !oneSchema.test(said) ? "schemas" : undefined;
}
