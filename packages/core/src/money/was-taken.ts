/** Socket failures after which a request may have reached the provider. */
const cutMidway = new Set([
  "ECONNRESET",
  "EPIPE",
  "ERR_STREAM_PREMATURE_CLOSE",
  "UND_ERR_SOCKET",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_RESPONSE_EXCEEDED_SIZE",
]);

/** All that Anthropic's package says of a stream whose first event it cannot read. */
const unreadableStart = "Expected a normalized Anthropic stream error";

/**
 * Had the provider taken the call when it failed, so that it may bill for it? Yes for a response that began well and
 * could not be read, and for a connection that was cut; no for a refusal (HTTP 4xx and 5xx), for a provider out of
 * reach, and for errors that say nothing of either.
 */
export function wasTaken(error: unknown): boolean {
  const seen = new Set<unknown>();
  for (let at = error; at instanceof Error && !seen.has(at); at = at.cause) {
    seen.add(at);
    if (at.message === unreadableStart) return true;
    const { statusCode, code } = at as { statusCode?: unknown; code?: unknown };
    if (typeof statusCode === "number") return statusCode >= 200 && statusCode < 300;
    if (typeof code === "string" && cutMidway.has(code)) return true;
  }
  return false;
}
