import type { IncomingHttpHeaders } from "node:http";

/** Headers that belong to one connection (RFC 9110, 7.6.1), and never go further. */
const hopByHop = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** Of an answer: what is true of the provider's connection only. */
const notReturned = new Set([
  ...hopByHop,
  "content-length",
  "content-encoding",
  "set-cookie",
  "alt-svc",
  "strict-transport-security",
]);

/** The headers of an answer that go back to the agent. `clean` takes keys out. */
export function returnedHeaders(
  given: IncomingHttpHeaders,
  clean: (text: string) => string,
): Record<string, string> {
  const returned: Record<string, string> = {};
  const named = namedByConnection(given);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || notReturned.has(name) || named.has(name)) continue;
    returned[name] = clean(Array.isArray(value) ? value.join(", ") : value);
  }
  return returned;
}

/** Names that a message says to be of its connection only. */
export function namedByConnection({ connection }: IncomingHttpHeaders): Set<string> {
  return new Set((connection ?? "").split(",").map((name) => name.trim().toLowerCase()));
}

/** In which headers providers name a request, in the order of preference. */
const requestIdHeaders = [
  "request-id",
  "x-request-id",
  "x-goog-request-id",
  "x-generation-id",
  "x-vercel-id",
];

/** The provider's id for a request. */
export function requestIdIn(headers: IncomingHttpHeaders): string | undefined {
  for (const name of requestIdHeaders) {
    const value = headers[name];
    if (typeof value === "string" && value !== "") return value.slice(0, 200);
  }
  return undefined;
}
