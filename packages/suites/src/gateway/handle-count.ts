import type { IncomingMessage, ServerResponse } from "node:http";
import { toErrorRecord } from "@flow-state-dev/core";
import type { Endpoint } from "./endpoint.ts";
import type { GatewayState } from "./gateway-state.ts";
import { readRequest } from "./read-request.ts";
import { Relay } from "./relay.ts";
import { hideSecrets } from "./secrets.ts";
import { sendJson } from "./send.ts";
import type { Upstream } from "./upstream.ts";
import { allWires } from "./wires/all-wires.ts";
import { Answer } from "./wires/answer.ts";
import type { GatewayWire } from "./wires/wire.ts";

/**
 * Takes a question for the length of a prompt. Whose wire it is answers it for nothing, so it is sent on and booked
 * nowhere; of others it is not known, and agents can do without. Never rejects.
 */
export async function handleCount(
  state: GatewayState,
  endpoint: Endpoint & { kind: "count" },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const wire = allWires[endpoint.wire];
  using held = state.held.open();
  const given = await readRequest(state, wire, request, response, held);
  if (!given) return;
  state.totals.counts += 1;
  const { body } = given;
  const asked = endpoint.pathModel ?? (typeof body.model === "string" ? body.model : "");
  const refuse = (status: number, message: string, code: string) =>
    sendJson(response, status, wire.errorBody({ status, message, code, final: false }));
  let upstream: Upstream;
  try {
    upstream = state.upstreamFor(wire.name, asked);
  } catch (error) {
    const { message, code = "no-upstream" } = toErrorRecord(error);
    return refuse(404, message, code);
  }
  if (!upstream.counts)
    return refuse(404, `${upstream.provider} does not count the tokens of a prompt.`, "no-count");
  const bytes =
    endpoint.pathModel === null && asked !== upstream.model
      ? Buffer.from(JSON.stringify({ ...body, model: upstream.model }))
      : given.bytes;
  const relay = new Relay({
    upstream,
    path: pathOf(endpoint, upstream),
    bytes,
    hideUsage: false,
    streamed: false,
    wire: countWire(wire),
    request,
    response,
    agents: state.agents,
    timeouts: state.timeouts,
    maxAnswerBytes: state.maxAnswerBytes,
    secrets: hideSecrets(upstream.secrets),
    answer: new Answer(),
    onProgress() {},
  });
  relay.start();
  await relay.ended;
}

/** Any JSON is an answer to such a question. */
function countWire(wire: GatewayWire): GatewayWire {
  return {
    ...wire,
    readWhole(_, answer) {
      answer.ended = true;
    },
  };
}

function pathOf({ wire, query }: Endpoint & { kind: "count" }, { model }: Upstream): string {
  if (wire === "gemini") return `/${encodeURIComponent(model)}:countTokens${query}`;
  return wire === "anthropic-messages" ? `/count_tokens${query}` : `/input_tokens${query}`;
}
