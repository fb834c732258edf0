import { isZero, openaiUsage } from "@flow-state-dev/core";
import type { Answer } from "./answer.ts";
import { errorOf, idOf, inputText, isTrue, type Json, limitOf, listOf, objectOf } from "./json.ts";
import { errorBody } from "./openai-chat.ts";
import { afterLastAnswer, contentText, type NewContent, summarize } from "./request-summary.ts";
import { frame, type GatewayWire } from "./wire.ts";

/** OpenAI's Responses API. Some agents try again after 402 and 403, none after 400. */
export const openaiResponses: GatewayWire = {
  name: "openai-responses",
  finalStatus: 400,
  isStreamed: (body) => isTrue(body.stream),
  outputLimit: (body) => limitOf(body.max_output_tokens),
  limitOutput(body, tokens) {
    body.max_output_tokens = tokens;
  },
  answers: () => 1,

  summary(body) {
    const input =
      typeof body.input === "string" ? [{ role: "user", content: body.input }] : listOf(body.input);
    const items = input.map(objectOf);
    const isSystem = ({ role }: Json) => role === "system" || role === "developer";
    return summarize({
      system: [
        contentText(body.instructions),
        ...items.filter(isSystem).map(({ content }) => contentText(content)),
      ]
        .filter((text) => text !== "")
        .join("\n\n"),
      messages: items.length,
      tools: listOf(body.tools).map((tool) => objectOf(tool).name ?? objectOf(tool).type),
      news: afterLastAnswer(items, isAnswer)
        .filter((item) => !isSystem(item))
        .flatMap(newsIn),
      maxOutputTokens: openaiResponses.outputLimit(body),
    });
  },

  readEvent(event, answer) {
    switch (event.type) {
      case "response.created":
      case "response.queued":
      case "response.in_progress":
        return readUnderWay(objectOf(event.response), answer);
      case "response.output_text.delta":
      case "response.refusal.delta":
        return answer.text.add(event.delta);
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
        return answer.reasoning.add(event.delta);
      case "response.function_call_arguments.delta":
      case "response.custom_tool_call_input.delta":
      case "response.mcp_call_arguments.delta":
        return answer.toolCall(event.item_id ?? event.output_index).input.add(event.delta);
      case "response.output_item.added":
      case "response.output_item.done":
        return readItem(objectOf(event.item), answer, false);
      case "response.completed":
      case "response.incomplete":
      case "response.failed":
        return readEnd(objectOf(event.response), answer);
      case "error":
        return answer.fail(event.message ?? errorOf(event.error).message, event.code ?? event.error?.code);
      default:
        // What a tool of the provider writes is paid for as well.
        return answer.addBytes(event.delta);
    }
  },

  readWhole(whole, answer) {
    const response = objectOf(whole);
    for (const item of listOf(response.output)) readItem(objectOf(item), answer, true);
    readEnd(response, answer);
    answer.ended = Array.isArray(response.output);
  },

  errorBody,
  errorFrames(error, answer) {
    const code = error.final ? "insufficient_quota" : error.code.replaceAll("-", "_");
    const response = {
      id: answer.id ?? "resp_gateway",
      object: "response",
      status: "failed",
      error: { code, message: error.message },
      output: [],
      usage: null,
    };
    return frame({ type: "response.failed", response }, "response.failed");
  },
};

function readItem(item: Json, answer: Answer, whole: boolean): void {
  switch (item.type) {
    case "message":
      if (whole) answer.text.add(contentText(item.content));
      return;
    case "reasoning":
      if (whole) answer.reasoning.add(contentText(item.summary));
      return;
    case "function_call":
    case "custom_tool_call":
    case "local_shell_call":
    case "mcp_call": {
      const call = answer.toolCall(item.id ?? item.call_id, item.call_id ?? item.id, item.name ?? item.type);
      // What streamed in pieces is there already.
      if (call.input.bytes === 0) call.input.add(inputText(item.arguments ?? item.input ?? item.action));
    }
  }
}

/** Some servers count while the answer is under way. That is not the whole, and zeros are no count yet. */
function readUnderWay(response: Json, answer: Answer): void {
  answer.identify(response.id, response.model);
  const usage = objectOf(response.usage);
  if (!isZero(openaiUsage(usage))) answer.count(openaiUsage, usage, false);
}

function readEnd(response: Json, answer: Answer): void {
  answer.identify(response.id, response.model);
  if (response.usage) answer.count(openaiUsage, objectOf(response.usage), true);
  if (response.error) answer.fail(errorOf(response.error).message, errorOf(response.error).code);
  const reason = response.incomplete_details?.reason ?? response.status;
  answer.finish(reason);
  answer.ended = true;
}

function isAnswer({ role, type }: Json): boolean {
  return role === "assistant" || /(^|_)call$|^reasoning$/.test(typeof type === "string" ? type : "");
}

function newsIn(item: Json): NewContent[] {
  const { type, role, content, output } = item;
  if (typeof type === "string" && type.endsWith("_output")) {
    const text =
      typeof output === "string" || Array.isArray(output) ? contentText(output) : JSON.stringify(output);
    return [{ type: "tool-result", id: idOf(item.call_id), tool: null, text: text ?? "", ok: true }];
  }
  return role === undefined ? [] : [{ type: "user", text: contentText(content) }];
}
