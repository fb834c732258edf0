import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** Nothing but our own script, style and data; no frame, no form, no other site. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const always = {
  "content-security-policy": contentSecurityPolicy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "private, no-cache",
};

/** Sends a body, or 304 when the page has the same one already. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status = 200, type, body }: { status?: number; type: string; body: string | Uint8Array },
): void {
  const etag = `"${createHash("sha1").update(body).digest("base64url")}"`;
  if (status === 200 && request.headers["if-none-match"] === etag) {
    response.writeHead(304, { ...always, etag }).end();
    return;
  }
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.length;
  response.writeHead(status, { ...always, etag, "content-type": type, "content-length": length });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** Sends data. */
export function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  data: unknown,
  status = 200,
): void {
  send(request, response, { status, type: "application/json; charset=utf-8", body: JSON.stringify(data) });
}

/** Sends the page elsewhere, with the cookie that lets it in from now on. */
export function sendCookie(
  request: IncomingMessage,
  response: ServerResponse,
  { name, token }: { name: string; token: string },
): void {
  const cookie = { ...always, "set-cookie": `${name}=${token}; HttpOnly; SameSite=Strict; Path=/` };
  const site = request.headers["sec-fetch-site"];
  if (site === undefined || site === "none" || site === "same-origin")
    return void response.writeHead(303, { ...cookie, location: "/" }).end();
  // Followed from another page the next request would still be that page's, without the cookie: this one asks anew.
  response
    .writeHead(200, {
      ...cookie,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; script-src '${hopHash}'`,
    })
    .end(`<!doctype html><title>x view</title><script>${hop}</script>`);
}

const hop = 'location.replace("/" + location.hash)';
const hopHash = `sha256-${createHash("sha256").update(hop).digest("base64")}`;

/** Begins a stream of events; the function it gives sends one. */
export function openEvents(response: ServerResponse): (data: unknown) => void {
  response.writeHead(200, { ...always, "content-type": "text/event-stream; charset=utf-8" });
  response.write(": here\n\n");
  return (data) => response.write(`data: ${JSON.stringify(data)}\n\n`);
}
