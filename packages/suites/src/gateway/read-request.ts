import type { IncomingMessage, ServerResponse } from "node:http";
import type { GatewayState } from "./gateway-state.ts";
import type { HeldRequest } from "./held-bytes.ts";
import { isNestedDeeper } from "./nesting.ts";
import { readBody } from "./read-body.ts";
import { sendJson } from "./send.ts";
import { hasMoreValues } from "./value-count.ts";
import { type Json, parseJson } from "./wires/json.ts";
import type { GatewayWire } from "./wires/wire.ts";

/** Levels of the deepest request. The schemas of tools have a few dozen; what walks through one takes as much stack. */
const mostLevels = 500;
/**
 * Values in the largest request: the longest conversation has some ten thousand, and each takes time again and again.
 */
const mostValues = 250_000;

/**
 * The body of a request, which has to be an object of JSON. Undefined when it is none; then that has been answered.
 *
 * @param held the room that it takes, to be let go when the call is over
 */
export async function readRequest(
  state: GatewayState,
  wire: GatewayWire,
  request: IncomingMessage,
  response: ServerResponse,
  held: HeldRequest,
): Promise<{ body: Json; bytes: Buffer } | undefined> {
  const read = await readBody(request, state.maxRequestBytes, held);
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
    case "too-much":
      tell(503, "The requests under way are too large together. Wait for their answers.", "too-much-at-once");
      return undefined;
    case "unreadable":
      tell(400, "The compression of the request cannot be read.", "unreadable-request");
      return undefined;
  }
  if (hasMoreValues(read.bytes, mostValues)) {
    tell(400, `The request has more than ${mostValues} values.`, "request-too-complex");
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
