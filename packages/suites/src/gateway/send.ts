import type { ServerResponse } from "node:http";
import type { GatewayWire, ToldError } from "./wires/wire.ts";

/** Answers with JSON; nothing happens when the answer has begun already or nobody is there. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    ...headers,
    "content-type": "application/json",
    "content-length": bytes.length,
  });
  response.end(bytes);
}

/** Tells an error in the words of the wire: as a body, or as an event when a stream has begun. */
export function sendError(
  response: ServerResponse,
  wire: GatewayWire,
  error: ToldError,
  frames: () => string,
): void {
  if (response.destroyed || response.writableEnded) return;
  if (response.headersSent) response.end(frames());
  else sendJson(response, error.status, wire.errorBody(error));
}
