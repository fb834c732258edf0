import type { IncomingMessage, ServerResponse } from "node:http";
import type { GatewayState } from "./gateway-state.ts";
import { isNestedDeeper } from "./nesting.ts";
import { readBody } from "./read-body.ts";
import { sendJson } from "./send.ts";
import { type Json, parseJson } from "./wires/json.ts";
import type { GatewayWire } from "./wires/wire.ts";

/** Levels of the deepest request. The schemas of tools have a few dozen; what walks through one takes as much stack. */
const mostLevels = 500;

/** The body of a request, which has to be an object of JSON. Undefined when it is none; then that has been answered. */
export async function readRequest(
  state: GatewayState,
  wire: GatewayWire,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<{ body: Json; bytes: Buffer } | undefined> {
  const read = await readBody(request, state.maxRequestBytes);
  const tell = (status: number, message: string, code: string) =>
    sendJson(response, status, wire.errorBody({ status, message, code, final: false }), {
      connection: "close",
    });
  switch (read.kind) {
    case "gone":
      return undefined;
    case "too-large":
      tell(413, `The request is larger than ${state.maxRequestBytes} bytes.`, "request-too-large");
      return undefined;
    case "unreadable":
      tell(400, "The compression of the request cannot be read.", "unreadable-request");
      return undefined;
  }
  const body = parseJson(read.bytes.toString("utf8"));
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    tell(400, "The request is not a JSON object.", "unreadable-request");
    return undefined;
  }
  if (isNestedDeeper(body, mostLevels)) {
    tell(400, `The request is nested deeper than ${mostLevels} levels.`, "request-too-deep");
    return undefined;
  }
  return { body: body as Json, bytes: read.bytes };
}
