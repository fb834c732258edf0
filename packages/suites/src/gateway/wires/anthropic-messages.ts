import { anthropicUsage } from "@flow-state-dev/core";
import type { Answer } from "./answer.ts";
import { errorOf, idOf, isTrue, type Json, limitOf, listOf, objectOf } from "./json.ts";
import { afterLastAnswer, contentText, type NewContent, summarize } from "./request-summary.ts";
import { frame, type GatewayWire, type ToldError } from "./wire.ts";

/** Anthropic's Messages API. Input tokens on the wire exclude what the cache read or wrote. */
export const anthropicMessages: GatewayWire = {
  name: "anthropic-messages",
  finalStatus: 402,
  isStreamed: (body) => isTrue(body.stream),
  outputLimit: (body) => limitOf(body.max_tokens),
  limitOutput(body, tokens) {
    body.max_tokens = tokens;
  },
  answers: () => 1,

  summary: (body) =>
    summarize({
      system: contentText(body.system),
      messages: listOf(body.messages).length,
      tools: listOf(body.tools).map((tool) => objectOf(tool).name),
      news: afterLastAnswer(listOf(body.messages).map(objectOf), ({ role }) => role === "assistant").flatMap(
        newsIn,
      ),
      maxOutputTokens: anthropicMessages.outputLimit(body),
    }),

  readEvent(event, answer) {
    switch (event.type) {
      case "message_start": {
        const message = objectOf(event.message);
        answer.identify(message.id, message.model);
        if (message.usage) answer.count(anthropicUsage, objectOf(message.usage), false);
        return;
      }
      case "content_block_start":
        return readBlock(objectOf(event.content_block), answer, event.index);
      case "content_block_delta":
        return readDelta(objectOf(event.delta), answer, event.index);
      case "message_delta":
        answer.finish(event.delta?.stop_reason);
        if (event.usage) answer.count(anthropicUsage, objectOf(event.usage), true);
        return;
      case "message_stop":
        answer.ended = true;
        return;
      case "error":
        return answer.fail(errorOf(event.error).message, errorOf(event.error).type);
    }
  },

  readWhole(whole, answer) {
    const message = objectOf(whole);
    answer.identify(message.id, message.model);
    for (const [index, block] of listOf(message.content).entries()) readBlock(objectOf(block), answer, index);
    if (message.usage) answer.count(anthropicUsage, objectOf(message.usage), true);
    if (message.type === "error") answer.fail(errorOf(message.error).message, errorOf(message.error).type);
    answer.finish(message.stop_reason);
    answer.ended = message.type === "message";
  },

  errorBody,
  errorFrames: (error) => frame(errorBody(error), "error"),
};

function errorBody({ status, message, final }: ToldError) {
  const byStatus: Record<number, string> = {
    400: "invalid_request_error",
    404: "not_found_error",
    413: "request_too_large",
    504: "timeout_error",
  };
  const type = final ? "billing_error" : (byStatus[status] ?? "api_error");
  return { type: "error", error: { type, message } };
}

function readBlock(block: Json, answer: Answer, index: unknown): void {
  if (block.type === "text") answer.text.add(block.text);
  else if (block.type === "thinking") answer.reasoning.add(block.thinking);
  else if (block.type === "tool_use" || block.type === "server_tool_use") {
    const call = answer.toolCall(index, block.id, block.name);
    // A stream begins with an empty input and sends it in pieces.
    if (Object.keys(objectOf(block.input)).length > 0) call.input.add(JSON.stringify(block.input));
  }
}

function readDelta(delta: Json, answer: Answer, index: unknown): void {
  if (delta.type === "text_delta") answer.text.add(delta.text);
  else if (delta.type === "thinking_delta") answer.reasoning.add(delta.thinking);
  else if (delta.type === "input_json_delta") answer.toolCall(index).input.add(delta.partial_json);
  // Seals and sources are no words of the model; of what is not known, every text may be.
  else if (delta.type !== "signature_delta" && delta.type !== "citations_delta") {
    for (const name in delta) if (name !== "type") answer.addBytes(delta[name]);
  }
}

function newsIn({ role, content }: Json): NewContent[] {
  if (role === "system") return [];
  if (!Array.isArray(content)) return [{ type: "user", text: contentText(content) }];
  const results = content
    .filter((part) => part?.type === "tool_result")
    .map(
      (part): NewContent => ({
        type: "tool-result",
        id: idOf(part.tool_use_id),
        tool: null,
        text: contentText(part.content),
        ok: part.is_error !== true,
      }),
    );
  const said = contentText(content.filter((part) => part?.type !== "tool_result"));
  return said === "" ? results : [...results, { type: "user", text: said }];
}
