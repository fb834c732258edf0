import { causesOf } from "../errors/causes.ts";
import { brokenHttpIn, isOtherProtocol } from "../model/not-http-error.ts";
import { isNoCompletion } from "./no-completion.ts";

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

/** What `fetch` says of an answer that had begun, whatever broke it: the connection, its chunks, its compression. */
const brokenBody = "terminated";

/** All that Anthropic's package says of a stream whose first event it cannot read. */
const unreadableStart = "Expected a normalized Anthropic stream error";

/**
 * Had the provider taken the call when it failed, so that it may bill for it? Yes for a response that began well and
 * could not be read, for one that is no good HTTP, and for a connection that was cut; no for a refusal (HTTP 4xx and
 * 5xx, or a good status with a page or nothing but an error), for a provider out of reach, and for errors that say
 * nothing of either.
 */
export function wasTaken(error: unknown): boolean {
  const chain = causesOf(error) as Facts[];
  for (const { message, statusCode, code } of chain) {
    if (message === unreadableStart || message === brokenBody) return true;
    if (typeof statusCode === "number") {
      if (statusCode < 200 || statusCode >= 300) return false;
      const body = chain.map(({ responseBody }) => responseBody).find((each) => typeof each === "string");
      return body === undefined || !isNoCompletion(body);
    }
    if (typeof code === "string" && cutMidway.has(code)) return true;
  }
  const broken = brokenHttpIn(error);
  return broken !== undefined && !isOtherProtocol(broken);
}

type Facts = Error & { statusCode?: unknown; code?: unknown; responseBody?: unknown };
