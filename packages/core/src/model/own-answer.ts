import { APICallError } from "@ai-sdk/provider";

/** What a stream of events begins with. */
const eventStart = /^\s*(data|event|id|retry)?:/;

/**
 * The response as it is, unless it says that all went well and cannot have come from a model: a web page, nothing, or
 * no stream where one was asked for. A package would take the last two for an answer without words. Rejects with the
 * error of an answer that cannot be read.
 */
export async function ownAnswer(response: Response, sent: unknown): Promise<Response> {
  const { ok, headers } = response;
  if (!ok) return response;
  const type = headers.get("content-type") ?? "";
  const isPage = /^text\/html\b/i.test(type);
  const isEmpty = headers.get("content-length") === "0";
  const isData = !isPage && !isEmpty && /^application\/json\b/i.test(type);
  if (!isPage && !isEmpty && !(isData && asksForStream(response.url, sent))) return response;
  const body = await response.text();
  if (isData && eventStart.test(body)) {
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  }
  const { status: statusCode, url } = response;
  throw new APICallError({
    message: "The response is no answer of a model.",
    ...{ url, requestBodyValues: undefined, statusCode, responseBody: body },
    responseHeaders: Object.fromEntries(headers),
  });
}

/** Most say so in the body, Google in the path. */
function asksForStream(url: string, sent: unknown): boolean {
  return (
    url.includes(":streamGenerateContent") || (typeof sent === "string" && sent.includes('"stream":true'))
  );
}
