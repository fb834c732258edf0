import { strictOutputTokens } from "@flow-state-dev/core";
import type { Endpoint } from "./endpoint.ts";
import { UncountableCallError } from "./uncountable-call-error.ts";
import { strictRequest } from "./understood/strict-request.ts";
import type { Upstream } from "./upstream.ts";
import { isTrue, type Json, objectOf } from "./wires/json.ts";
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

/**
 * Makes a request one that can be counted: with the model of the case, the usage of a stream asked for, at the plain
 * price and, on a strict account, with a bounded answer and nothing that is not in its bytes; that one is written anew,
 * so that nothing goes out but what was read. Throws an `UncountableCallError` when that cannot be.
 */
export function rewriteRequest(
  wire: GatewayWire,
  endpoint: Endpoint & { kind: "call" },
  { body: given, bytes }: { body: Json; bytes: Buffer },
  { upstream, strict }: { upstream: Upstream; strict: boolean },
): RewrittenRequest {
  if (wire.name === "openai-responses" && isTrue(given.background)) {
    throw new UncountableCallError("A response in the background", "Ask for it in the foreground.");
  }
  const body = { ...(strict ? strictRequest(wire.name, given) : given) };
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
  }
  if (strict) return { bytes: Buffer.from(JSON.stringify(body)), body, streamed, hideUsage };
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
  const isDear = (value: unknown) => typeof value === "string" && /^(priority|fast)$/i.test(value);
  return ["service_tier", "serviceTier", "speed"].filter((name) => isDear(body[name]));
}
