import { APICallError, type LanguageModelV4GenerateResult } from "@ai-sdk/provider";

/**
 * The answer as it is, unless there is nothing in it and its body is an error: Google's package takes one that came
 * with a good status for an answer without words. Throws the refusal that it is.
 */
export function withoutError(result: LanguageModelV4GenerateResult): LanguageModelV4GenerateResult {
  const { content, response } = Object(result) as Partial<LanguageModelV4GenerateResult>;
  const { error } = Object(response?.body) as { error?: unknown };
  const { message, code } = Object(error) as { message?: unknown; code?: unknown };
  if (content?.length !== 0 || typeof message !== "string") return result;
  throw new APICallError({
    ...{ message, url: "", requestBodyValues: undefined, data: response!.body },
    statusCode: typeof code === "number" && code >= 400 && code < 600 ? code : 200,
    responseBody: JSON.stringify(response!.body),
    ...(response!.headers && { responseHeaders: response!.headers }),
  });
}
