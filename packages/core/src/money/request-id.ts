/** Headers in which providers name a request, in the order of preference. */
const headerNames = [
  "request-id",
  "x-request-id",
  "x-goog-request-id",
  "x-amzn-requestid",
  "apim-request-id",
  "x-generation-id",
  "x-vercel-id",
];

/** The provider's id for a request, from the headers of its response. */
export function requestIdOf(headers: Record<string, string | undefined> | undefined): string | undefined {
  if (!headers) return undefined;
  for (const name of headerNames) {
    const id = headers[name];
    if (id) return id;
  }
  return undefined;
}
