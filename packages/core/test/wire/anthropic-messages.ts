import {
  halves,
  piecesOf,
  textOf,
  type Wire,
  type WireAnswer,
  type WireEvent,
  type WireRequest,
} from "./wire.ts";

/** Anthropic's Messages API, version 2023-06-01. Input tokens exclude what the cache read or wrote. */
export const anthropicMessages: Wire = {
  name: "anthropic-messages",
  matches: (path) => /^\/v1\/messages(\?.*)?$/.test(path),
  isStreamed: (_, body) => body.stream === true,
  modelOf: (_, body) => body.model,
  headers: (requestId) => ({
    "request-id": requestId,
    "anthropic-ratelimit-requests-limit": "4000",
    "anthropic-ratelimit-requests-remaining": "3999",
  }),
  json: (answer, request) => ({
    ...message(request),
    content: blocks(answer, request).map((block) => block.whole),
    stop_reason: stopReason(answer),
    usage: { ...inputUsage(answer), ...outputUsage(answer) },
  }),
  events(answer, request) {
    const start = { ...message(request), usage: { ...inputUsage(answer), output_tokens: 1 } };
    const end = { stop_reason: stopReason(answer), stop_sequence: null };
    return [
      { type: "message_start", message: start },
      { type: "ping" },
      ...blocks(answer, request).flatMap(({ start: content_block, deltas }, index) => [
        { type: "content_block_start", index, content_block },
        ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
        { type: "content_block_stop", index },
      ]),
      { type: "message_delta", delta: end, usage: { ...inputUsage(answer), ...outputUsage(answer) } },
      { type: "message_stop" },
    ].map(
      (data): WireEvent => ({ event: data.type, data, closing: /^message_(delta|stop)$/.test(data.type) }),
    );
  },
  errorEvent: (type, text) => ({ event: "error", data: { type: "error", error: { type, message: text } } }),
  refusal: ({ status, error, message: text }, request_id) => ({
    type: "error",
    error: { type: error ?? errorTypes[status] ?? "api_error", message: text ?? "Refused" },
    request_id,
  }),
};

const errorTypes: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  404: "not_found_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

function message(request: WireRequest) {
  return {
    id: request.requestId.replace("req_", "msg_"),
    type: "message",
    role: "assistant",
    model: request.model,
    content: [] as unknown[],
    stop_reason: null as string | null,
    stop_sequence: null,
  };
}

function inputUsage({ usage }: WireAnswer) {
  const { input, cacheRead = 0, cacheWrite = 0, cacheWriteHour = 0 } = usage;
  return {
    input_tokens: input - cacheRead - cacheWrite,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    cache_creation: {
      ephemeral_5m_input_tokens: cacheWrite - cacheWriteHour,
      ephemeral_1h_input_tokens: cacheWriteHour,
    },
    service_tier: "standard",
  };
}

function outputUsage({ usage }: WireAnswer) {
  const details =
    usage.reasoning === undefined ? {} : { output_tokens_details: { thinking_tokens: usage.reasoning } };
  return { output_tokens: usage.output, ...details };
}

function stopReason(answer: WireAnswer): string {
  if (answer.finish === "length") return "max_tokens";
  return answer.toolCalls?.length ? "tool_use" : "end_turn";
}

interface Block {
  whole: object;
  start: object;
  deltas: object[];
}

function blocks(answer: WireAnswer, request: WireRequest): Block[] {
  const found: Block[] = [];
  if (answer.reasoning) found.push(thinking(answer.reasoning));
  const forced = forcedTool(request);
  if (answer.json !== undefined && forced) found.push(toolUse("toolu_json", forced, answer.json));
  else if (piecesOf(answer).length) found.push(text(answer));
  for (const [index, call] of (answer.toolCalls ?? []).entries()) {
    found.push(toolUse(call.id ?? `toolu_${index + 1}`, call.name, call.args));
  }
  return found;
}

function text(answer: WireAnswer): Block {
  return {
    whole: { type: "text", text: textOf(answer) },
    start: { type: "text", text: "" },
    deltas: piecesOf(answer).map((piece) => ({ type: "text_delta", text: piece })),
  };
}

function thinking(pieces: string[]): Block {
  const signature = { type: "signature_delta", signature: "c2lnbmF0dXJl" };
  return {
    whole: { type: "thinking", thinking: pieces.join(""), signature: "c2lnbmF0dXJl" },
    start: { type: "thinking", thinking: "", signature: "" },
    deltas: [...pieces.map((piece) => ({ type: "thinking_delta", thinking: piece })), signature],
  };
}

function toolUse(id: string, name: string, input: unknown): Block {
  return {
    whole: { type: "tool_use", id, name, input },
    start: { type: "tool_use", id, name, input: {} },
    deltas: halves(JSON.stringify(input)).map((partial_json) => ({ type: "input_json_delta", partial_json })),
  };
}

/** Where a model has no structured output of its own, clients ask for a tool call instead. */
function forcedTool({ body }: WireRequest): string | undefined {
  const { tool_choice: choice, tools } = body;
  if (choice?.type === "tool") return choice.name;
  return choice?.type === "any" && tools?.length === 1 ? tools[0].name : undefined;
}
