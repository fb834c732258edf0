import type { IncomingMessage, ServerResponse } from "node:http";
import { FlowError, type OpenCall } from "@flow-state-dev/core";
import { Call } from "./call.ts";
import type { Endpoint } from "./endpoint.ts";
import type { GatewayState } from "./gateway-state.ts";
import { readRequest } from "./read-request.ts";
import { inputTokenBound, unlimitedOutputTokens, worstCaseUsd } from "./request-size.ts";
import { type RewrittenRequest, rewriteRequest } from "./rewrite-request.ts";
import { asksForHourCache } from "./understood/hour-cache.ts";
import type { Upstream } from "./upstream.ts";
import { allWires } from "./wires/all-wires.ts";
import type { Json } from "./wires/json.ts";
import type { GatewayWire } from "./wires/wire.ts";

type CallEndpoint = Endpoint & { kind: "call" };

/** Takes one model call: asks the account, sends it on, passes the answer back, books it. Never rejects. */
export async function handleCall(
  state: GatewayState,
  endpoint: CallEndpoint,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const wire = allWires[endpoint.wire];
  using held = state.held.open();
  const given = await readRequest(state, wire, request, response, held);
  if (!given) return;
  const { body } = given;
  const call = new Call(state, {
    wire,
    response,
    asked: endpoint.pathModel ?? (typeof body.model === "string" ? body.model : ""),
    body,
  });
  let ready: Ready;
  try {
    ready = await prepare(state, endpoint, wire, { ...given, asked: call.asked }, call);
  } catch (error) {
    return call.refuse(error instanceof Error ? error : new Error(String(error)));
  }
  await call.run({ ...ready, request, path: pathOf(endpoint, ready.upstream) });
}

/** What a call needs to go out. */
interface Ready {
  upstream: Upstream;
  rewritten: RewrittenRequest;
  opened: OpenCall;
  worstCaseUsd: number | null;
}

async function prepare(
  state: GatewayState,
  endpoint: CallEndpoint,
  wire: GatewayWire,
  { body, bytes, asked }: { body: Json; bytes: Buffer; asked: string },
  call: Call,
): Promise<Ready> {
  if (asked === "" && state.onlyModel === null) throw new NoModelAskedError();
  const { account } = state;
  const upstream = state.upstreamFor(wire.name, asked);
  call.goesTo(upstream);
  const rewritten = rewriteRequest(wire, endpoint, { body, bytes }, { upstream, strict: account.strict });
  call.streamed = rewritten.streamed;
  const limit = wire.outputLimit(rewritten.body) ?? unlimitedOutputTokens;
  const worst = worstCaseUsd(state.costsOf(upstream.modelId), {
    inputTokens: account.strict
      ? inputTokenBound(wire.name, rewritten.body, rewritten.bytes.length)
      : rewritten.bytes.length,
    outputTokens: limit * wire.answers(rewritten.body),
    hourCache: asksForHourCache(rewritten.body),
  });
  const opened = await account.open({
    modelId: upstream.modelId,
    worstCaseUsd: worst,
    signal: call.goneSignal,
    ...(state.agent !== undefined && { blockName: state.agent }),
  });
  return { upstream, rewritten, opened, worstCaseUsd: worst };
}

function pathOf({ pathModel, pathStreams, suffix, query }: CallEndpoint, { model }: Upstream): string {
  if (pathModel === null) return `${suffix}${query}`;
  const action = pathStreams ? "streamGenerateContent" : "generateContent";
  return `/${encodeURIComponent(model)}:${action}${query}`;
}

/** A request that names no model. */
class NoModelAskedError extends FlowError {
  override readonly name = "NoModelAskedError";

  constructor() {
    super("The request names no model. Set one in the settings of the agent.", { code: "no-model-asked" });
  }
}
