import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";

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

/** Of a request: what the gateway sets itself, and everything by which the agent could say who pays. */
const notSent = new Set([
  ...hopByHop,
  "host",
  "content-length",
  "content-encoding",
  "accept-encoding",
  "expect",
  "authorization",
  "x-api-key",
  "x-goog-api-key",
  "api-key",
  "cookie",
  "openai-organization",
  "openai-project",
  "x-goog-user-project",
  "forwarded",
  "via",
  "origin",
  "referer",
]);

/** Of an answer: what is true of the provider's connection only. */
const notReturned = new Set([
  ...hopByHop,
  "content-length",
  "content-encoding",
  "set-cookie",
  "alt-svc",
  "strict-transport-security",
]);

/** The headers of a request that go on to the provider, with no compression asked for. `own` come before all others. */
export function sentHeaders(
  given: IncomingHttpHeaders,
  {
    headers: own,
    fallbackHeaders,
  }: { headers: Readonly<Record<string, string>>; fallbackHeaders: Readonly<Record<string, string>> },
  bodyBytes: number,
): OutgoingHttpHeaders {
  const sent: OutgoingHttpHeaders = {};
  const named = namedByConnection(given);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || notSent.has(name) || named.has(name) || name.startsWith("x-forwarded-"))
      continue;
    sent[name] = value;
  }
  return {
    "content-type": "application/json",
    ...fallbackHeaders,
    ...sent,
    ...own,
    "accept-encoding": "identity",
    "content-length": bodyBytes,
  };
}

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

function namedByConnection({ connection }: IncomingHttpHeaders): Set<string> {
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
