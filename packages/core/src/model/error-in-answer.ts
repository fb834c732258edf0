import { APICallError, type LanguageModelV4GenerateResult } from "@ai-sdk/provider";

/** How an answer of OpenAI's Responses API ended that came to no end of its own. */
const brokenStates: ReadonlySet<unknown> = new Set(["failed", "cancelled", "incomplete"]);

/**
 * The answer as it is, unless its body says that it is none, which packages overlook. Throws the refusal that Google
 * sent with a good status and nothing in it; a Response that broke off, for none of the reasons that its package
 * knows, ends as an error.
 */
export function withoutError(result: LanguageModelV4GenerateResult): LanguageModelV4GenerateResult {
  const { content, response, finishReason } = Object(result) as Partial<LanguageModelV4GenerateResult>;
  const { error, object, status } = Object(response?.body) as Record<string, unknown>;
  const { message, code } = Object(error) as { message?: unknown; code?: unknown };
  if (content?.length === 0 && typeof message === "string") {
    throw new APICallError({
      ...{ message, url: "", requestBodyValues: undefined, data: response!.body },
      statusCode: typeof code === "number" && code >= 400 && code < 600 ? code : 200,
      responseBody: JSON.stringify(response!.body),
      ...(response!.headers && { responseHeaders: response!.headers }),
    });
  }
  const isKnown = finishReason?.unified === "length" || finishReason?.unified === "content-filter";
  if (object !== "response" || !brokenStates.has(status) || isKnown) return result;
  return { ...result, finishReason: { unified: "error", raw: status as string } };
}
