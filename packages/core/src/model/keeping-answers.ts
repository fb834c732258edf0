import { APICallError } from "@ai-sdk/provider";

/**
 * `fetch` for a package that throws away an answer of Chat Completions without choices, and with it what it cost: such
 * an answer rejects with the error of one that cannot be read, which keeps it. Streams and refusals pass untouched.
 */
export function keepingAnswers(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { ok, headers, status, statusText } = response;
    if (!ok || !/^application\/json\b/i.test(headers.get("content-type") ?? "")) return response;
    const body = await response.text();
    if (!lacksChoices(body)) return new Response(body, { status, statusText, headers });
    throw new APICallError({
      message: "The answer has no choices.",
      ...{ url: response.url, requestBodyValues: undefined, statusCode: status, responseBody: body },
      responseHeaders: Object.fromEntries(headers),
    });
  };
}

function lacksChoices(body: string): boolean {
  try {
    const { choices } = Object(JSON.parse(body)) as { choices?: unknown };
    return !Array.isArray(choices) || choices.length === 0;
  } catch {
    // The package says best what it cannot read.
    return false;
  }
}
