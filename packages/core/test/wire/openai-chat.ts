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

/** OpenAI's Chat Completions API. Usage comes with a stream only when the request asks for it, as on the real one. */
export const openaiChat: Wire = {
  name: "openai-chat",
  matches: (path) => path === "/v1/chat/completions",
  isStreamed: (_, body) => body.stream === true,
  modelOf: (_, body) => body.model,
  headers: openaiHeaders,
  json: (answer, request) => ({
    ...head(request, "chat.completion"),
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: piecesOf(answer).length ? textOf(answer) : null,
          refusal: null,
          annotations: [],
          ...(answer.toolCalls?.length && { tool_calls: toolCalls(answer) }),
        },
        logprobs: null,
        finish_reason: finishReason(answer),
      },
    ],
    usage: usage(answer),
  }),
  events(answer, request) {
    const counted = request.body.stream_options?.include_usage === true;
    const chunk = (delta: object, finish_reason: string | null = null): WireEvent => ({
      data: {
        ...head(request, "chat.completion.chunk"),
        choices: [{ index: 0, delta, logprobs: null, finish_reason }],
        ...(counted && { usage: null }),
      },
    });
    const calls = toolCalls(answer).flatMap(({ id, type, function: { name, arguments: args } }, index) => [
      chunk({ tool_calls: [{ index, id, type, function: { name, arguments: "" } }] }),
      ...halves(args).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]);
    const last = { ...head(request, "chat.completion.chunk"), choices: [], usage: usage(answer) };
    return [
      chunk({ role: "assistant", content: "", refusal: null }),
      ...piecesOf(answer).map((content) => chunk({ content })),
      ...calls,
      { ...chunk({}, finishReason(answer)), closing: true },
      ...(counted ? [{ data: last, closing: true }] : []),
      { data: "[DONE]", closing: true },
    ];
  },
  errorEvent: (type, message) => ({ data: { error: { message, type, param: null, code: null } } }),
  refusal: openaiRefusal,
};

function head(request: WireRequest, object: string) {
  return {
    id: request.requestId.replace("req_", "chatcmpl-"),
    object,
    created: 1_767_225_600,
    model: request.model,
    service_tier: "default",
    system_fingerprint: "fp_44709d6fcb",
  };
}

function toolCalls(answer: WireAnswer) {
  return (answer.toolCalls ?? []).map((call, index) => ({
    id: call.id ?? `call_${index + 1}`,
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(call.args) },
  }));
}

function finishReason(answer: WireAnswer): string {
  if (answer.finish === "length") return "length";
  return answer.toolCalls?.length ? "tool_calls" : "stop";
}

function usage({ costUsd, usage: { input, output, cacheRead = 0, reasoning = 0 } }: WireAnswer) {
  return {
    ...(costUsd !== undefined && { cost: costUsd, is_byok: false }),
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cacheRead, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
