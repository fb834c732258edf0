import type { ModelAnswer } from "./model-types.ts";

/** Did the provider refuse the call because it was too long for the model? */
export function isTooLong(error: unknown): boolean {
  const { status, text } = factsOf(error);
  if (status !== undefined && status !== 400 && status !== 413 && status !== 422) return false;
  return (
    /context.{0,20}(length|window|limit|size)|prompt is too long|input.{0,30}too (long|large)|too many (input )?tokens|(exceeds?|maximum).{0,40}(input|prompt|context).{0,20}tokens|input token count|reduce the length|request_too_large|model_max_prompt_tokens|maximum prompt length|prompt exceeds max|exceeded model token limit|range of input length|input length.{0,30}exceeds/i.test(
      text,
    ) || status === 413
  );
}

/** Did the answer end on a tool call that the provider itself could not read? Gemini's do, by the model's mistake. */
export function isUnreadableCall({ finishReason }: Pick<ModelAnswer, "finishReason">): boolean {
  return finishReason.raw === "MALFORMED_FUNCTION_CALL";
}

/** Did it refuse the call because a longer answer was allowed than the model can give? */
export function isOutputRefused(error: unknown): boolean {
  const { status, text } = factsOf(error);
  return status === 400 && /max_(completion_|output_|new_)?tokens|maxOutputTokens/i.test(text);
}

function factsOf(error: unknown): { status: number | undefined; text: string } {
  const texts: string[] = [];
  let status: number | undefined;
  let at: unknown = error;
  for (let depth = 0; depth < 5 && typeof at === "object" && at !== null; depth++) {
    const { statusCode, message, responseBody, cause } = at as Record<string, unknown>;
    if (typeof statusCode === "number") status ??= statusCode;
    for (const text of [message, responseBody])
      if (typeof text === "string") texts.push(text.slice(0, 4_000));
    at = cause;
  }
  return { status, text: texts.join("\n") };
}
