import { openaiHeaders, openaiRefusal } from "./openai-shared.ts";
import {
  halves,
  piecesOf,
  textOf,
  type Wire,
  type WireAnswer,
  type WireEvent,
  type WireRequest,
} from "./wire.ts";

/** OpenAI's Responses API. */
export const openaiResponses: Wire = {
  name: "openai-responses",
  matches: (path) => path === "/v1/responses",
  isStreamed: (_, body) => body.stream === true,
  modelOf: (_, body) => body.model,
  headers: openaiHeaders,
  json: (answer, request) => finished(answer, request),
  events(answer, request) {
    const begun = { ...response(request), status: "in_progress" };
    const last = answer.finish === "length" ? "response.incomplete" : "response.completed";
    return [
      { type: "response.created", response: begun },
      { type: "response.in_progress", response: begun },
      ...items(answer, request).flatMap((item, output_index) => itemEvents(item, output_index)),
      { type: last, response: finished(answer, request) },
    ].map(
      (data, sequence_number): WireEvent => ({
        event: data.type,
        data: { ...data, sequence_number },
        closing: data.type === last,
      }),
    );
  },
  errorEvent: (code, message) => ({
    event: "error",
    data: { type: "error", code, message, param: null, sequence_number: 99 },
  }),
  refusal: openaiRefusal,
};

function response(request: WireRequest) {
  return {
    id: request.requestId.replace("req_", "resp_"),
    object: "response",
    created_at: 1_767_225_600,
    status: "completed",
    error: null,
    incomplete_details: null as { reason: string } | null,
    model: request.model,
    output: [] as unknown[],
    parallel_tool_calls: true,
    service_tier: "default",
    store: true,
    usage: null as unknown,
  };
}

function finished(answer: WireAnswer, request: WireRequest) {
  const short = answer.finish === "length";
  return {
    ...response(request),
    status: short ? "incomplete" : "completed",
    incomplete_details: short ? { reason: "max_output_tokens" } : null,
    output: items(answer, request).map((item) => item.whole),
    usage: usage(answer),
  };
}

function usage({ usage: { input, output, cacheRead = 0, reasoning = 0 } }: WireAnswer) {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cacheRead },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
}

interface Item {
  whole: { id: string; type: string } & Record<string, unknown>;
  start: object;
  /** What streams inside it. */
  deltas: { type: string; delta?: string; summary_index?: number }[];
}

function items(answer: WireAnswer, request: WireRequest): Item[] {
  const id = (kind: string, index = 0) => request.requestId.replace("req_", `${kind}_${index}`);
  const found: Item[] = [];
  if (answer.reasoning) {
    const whole = {
      id: id("rs"),
      type: "reasoning",
      summary: [{ type: "summary_text", text: answer.reasoning.join("") }],
    };
    const part = (step: string) => ({ type: `response.reasoning_summary_part.${step}`, summary_index: 0 });
    const pieces = answer.reasoning.map((delta) => ({
      type: "response.reasoning_summary_text.delta",
      summary_index: 0,
      delta,
    }));
    const deltas = [part("added"), ...pieces, part("done")];
    found.push({ whole, start: { ...whole, summary: [] }, deltas });
  }
  if (piecesOf(answer).length) {
    const content = [{ type: "output_text", text: textOf(answer), annotations: [], logprobs: [] }];
    const whole = { id: id("msg"), type: "message", role: "assistant", status: "completed", content };
    const deltas = piecesOf(answer).map((delta) => ({ type: "response.output_text.delta", delta }));
    found.push({ whole, start: { ...whole, status: "in_progress", content: [] }, deltas });
  }
  for (const [index, call] of (answer.toolCalls ?? []).entries()) {
    const args = JSON.stringify(call.args);
    const whole = {
      id: id("fc", index),
      type: "function_call",
      call_id: call.id ?? `call_${index + 1}`,
      name: call.name,
      arguments: args,
      status: "completed",
    };
    const deltas = halves(args).map((delta) => ({ type: "response.function_call_arguments.delta", delta }));
    found.push({ whole, start: { ...whole, arguments: "", status: "in_progress" }, deltas });
  }
  return found;
}

function itemEvents({ whole, start, deltas }: Item, output_index: number) {
  const place = { item_id: whole.id, output_index, content_index: 0 };
  return [
    { type: "response.output_item.added", output_index, item: start },
    ...deltas.map((delta) => ({ ...place, ...delta })),
    { type: "response.output_item.done", output_index, item: whole },
  ];
}
