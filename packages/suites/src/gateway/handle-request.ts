import type { IncomingMessage, ServerResponse } from "node:http";
import { readEndpoint } from "./endpoint.ts";
import type { GatewayState } from "./gateway-state.ts";
import { handleCall } from "./handle-call.ts";
import { handleCount } from "./handle-count.ts";
import { modelsAnswer } from "./models-answer.ts";
import { sendJson } from "./send.ts";
import { pathBehindToken } from "./token.ts";

/** Answers one request to the gateway. Who does not have the token learns nothing. Never rejects. */
export async function handleRequest(
  state: GatewayState,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.on("error", () => {});
  const path = pathBehindToken(token, request.url ?? "", request.headers);
  if (path === null) return unknown(request, response);
  if (request.headers.upgrade?.toLowerCase().includes("websocket")) {
    state.totals.upgrades += 1;
    request.resume();
    const message = "The gateway counts what is said over HTTP; it does not switch to WebSocket. Use HTTP.";
    return sendJson(response, 426, {
      error: { message, type: "invalid_request_error", code: "no_websocket" },
    });
  }
  const endpoint = readEndpoint(request.method ?? "", path);
  switch (endpoint.kind) {
    case "call":
      return handleCall(state, endpoint, request, response);
    case "count":
      return handleCount(state, endpoint, request, response);
    case "models": {
      state.totals.probes += 1;
      request.resume();
      const shape = request.headers["anthropic-version"] === undefined ? endpoint.shape : "anthropic";
      return sendJson(response, 200, modelsAnswer(shape, endpoint.model, state.onlyModel));
    }
    case "hello":
      state.totals.probes += 1;
      request.resume();
      return sendJson(response, 200, {});
    case "unknown":
      return unknown(request, response);
  }
}

function unknown(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  const message = "There is nothing here.";
  // One body that every wire can read.
  sendJson(response, 404, {
    type: "error",
    error: { type: "not_found_error", code: 404, message, status: "NOT_FOUND", param: null },
  });
}
