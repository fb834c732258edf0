import { FlowError, strictOutputTokens } from "@flow-state-dev/core";
import type { Endpoint } from "./endpoint.ts";
import type { Upstream } from "./upstream.ts";
import { type Json, objectOf } from "./wires/json.ts";
import type { GatewayWire } from "./wires/wire.ts";

/** A request as it goes on. */
export interface RewrittenRequest {
  /** The bytes that came when nothing had to change. */
  bytes: Buffer;
  body: Json;
  streamed: boolean;
  /** The agent did not ask for the last chunk with the usage; the gateway did, and keeps it. */
  hideUsage: boolean;
}

/** A request whose cost cannot be known. */
export class UncountableCallError extends FlowError {
  override readonly name = "UncountableCallError";

  constructor(what: string, instead: string) {
    super(`${what} cannot be counted on the wire, so the gateway does not send it on. ${instead}`, {
      code: "uncountable-call",
    });
  }
}

/**
 * Makes a request one that can be counted: with the model of the case, the usage of a stream asked for, at the plain
 * price and, on a strict account, with a bounded answer. Throws an `UncountableCallError` when that cannot be.
 */
export function rewriteRequest(
  wire: GatewayWire,
  endpoint: Endpoint & { kind: "call" },
  { body: given, bytes }: { body: Json; bytes: Buffer },
  { upstream, strict }: { upstream: Upstream; strict: boolean },
): RewrittenRequest {
  checkCountable(wire, given, strict);
  const body = { ...given };
  let changed = false;
  const set = (name: string, value: unknown) => {
    body[name] = value;
    changed = true;
  };
  const streamed = endpoint.pathStreams || wire.isStreamed(body);
  if (endpoint.pathModel === null && body.model !== upstream.model) set("model", upstream.model);
  let hideUsage = false;
  if (wire.name === "openai-chat" && streamed && body.stream_options?.include_usage !== true) {
    set("stream_options", { ...objectOf(body.stream_options), include_usage: true });
    hideUsage = true;
  }
  if (wire.name === "openai-chat" && upstream.provider === "openrouter" && body.usage?.include !== true) {
    set("usage", { ...objectOf(body.usage), include: true });
  }
  for (const name of dearLanes(body)) {
    delete body[name];
    changed = true;
  }
  if (strict && endpoint.suffix === "" && wire.outputLimit(body) === undefined) {
    wire.limitOutput(body, strictOutputTokens, upstream.provider);
    changed = true;
  }
  return { bytes: changed ? changedBytes(given, body, bytes) : bytes, body, streamed, hideUsage };
}

/** What was only added is put in front, so that a long conversation is neither written anew nor changed. */
function changedBytes(given: Json, body: Json, bytes: Buffer): Buffer {
  const added = Object.entries(body).filter(([name]) => !(name in given));
  const kept = Object.keys(given).every((name) => body[name] === given[name]);
  if (!kept || Object.keys(given).length === 0) return Buffer.from(JSON.stringify(body));
  const front = JSON.stringify(Object.fromEntries(added)).slice(0, -1);
  return Buffer.concat([Buffer.from(`${front},`), bytes.subarray(bytes.indexOf("{") + 1)]);
}

/** Settings that make tokens dearer than any price list says. */
function dearLanes(body: Json): string[] {
  return [
    ...(body.service_tier === "priority" || body.service_tier === "fast" ? ["service_tier"] : []),
    ...(body.speed === "fast" ? ["speed"] : []),
  ];
}

function checkCountable(wire: GatewayWire, body: Json, strict: boolean): void {
  if (wire.name !== "openai-responses") return;
  if (body.background === true) {
    throw new UncountableCallError("A response in the background", "Ask for it in the foreground.");
  }
  if (strict && (body.previous_response_id || body.conversation)) {
    throw new UncountableCallError(
      "What a conversation kept by the provider holds",
      "Send the whole conversation, or give up the strict budget.",
    );
  }
}
