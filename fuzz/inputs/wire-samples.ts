import type { WireName } from "../../packages/suites/src/gateway/wires/wire-name.ts";

const openaiUsage = {
  ...{ prompt_tokens: 10, completion_tokens: 5 },
  ...{ prompt_tokens_details: { cached_tokens: 2, cache_write_tokens: 1 } },
  ...{ completion_tokens_details: { reasoning_tokens: 1 } },
};
const responsesUsage = {
  ...{ input_tokens: 10, output_tokens: 5, input_tokens_details: { cached_tokens: 2 } },
  output_tokens_details: { reasoning_tokens: 1 },
};
const anthropicUsage = {
  ...{ input_tokens: 5, output_tokens: 3, cache_read_input_tokens: 2, cache_creation_input_tokens: 1 },
  ...{ cache_creation: { ephemeral_1h_input_tokens: 1 }, output_tokens_details: { thinking_tokens: 1 } },
};
const geminiUsage = {
  ...{ promptTokenCount: 10, candidatesTokenCount: 5, thoughtsTokenCount: 1 },
  ...{ cachedContentTokenCount: 2, toolUsePromptTokenCount: 1 },
};

/** Events, and whole answers, as the providers send them when all is well. */
export const goodStreams: Readonly<Record<WireName, readonly unknown[]>> = {
  "anthropic-messages": [
    { type: "message_start", message: { id: "msg", model: "m", usage: anthropicUsage } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "hello" } },
    {
      type: "content_block_start",
      index: 1,
      content_block: { type: "tool_use", id: "t", name: "run", input: {} },
    },
    { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: "{}" } },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: anthropicUsage },
    { type: "message_stop" },
    { type: "error", error: { type: "overloaded_error", message: "busy" } },
    {
      ...{ type: "message", id: "msg", model: "m", stop_reason: "end_turn", usage: anthropicUsage },
      content: [
        { type: "text", text: "hello" },
        { type: "thinking", thinking: "hm" },
        { type: "tool_use", id: "t", name: "run", input: { command: "ls" } },
      ],
    },
  ],
  "openai-chat": [
    {
      id: "c",
      model: "m",
      choices: [{ index: 0, delta: { role: "assistant", content: "he", reasoning: "hm" } }],
    },
    {
      id: "c",
      choices: [
        {
          index: 0,
          delta: { tool_calls: [{ index: 0, id: "t", function: { name: "run", arguments: "{}" } }] },
        },
      ],
    },
    { id: "c", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
    { id: "c", choices: [], usage: openaiUsage },
    { error: { message: "no", type: "server_error", code: "bad" } },
    {
      ...{ id: "c", model: "m", usage: openaiUsage },
      choices: [
        {
          index: 0,
          finish_reason: "tool_calls",
          message: { content: "x", tool_calls: [{ id: "t", function: { name: "run", arguments: "{}" } }] },
        },
      ],
    },
  ],
  "openai-responses": [
    { type: "response.created", response: { id: "r", model: "m" } },
    { type: "response.output_text.delta", delta: "he" },
    { type: "response.reasoning_summary_text.delta", delta: "hm" },
    {
      type: "response.output_item.added",
      item: { type: "function_call", id: "i", call_id: "t", name: "run" },
    },
    { type: "response.function_call_arguments.delta", item_id: "i", delta: "{}" },
    { type: "response.completed", response: { id: "r", status: "completed", usage: responsesUsage } },
    { type: "response.failed", response: { id: "r", error: { message: "no", code: "bad" } } },
    { type: "error", message: "no", code: "bad" },
    {
      ...{ id: "r", model: "m", status: "completed", usage: responsesUsage },
      output: [
        { type: "message", content: [{ type: "output_text", text: "x" }] },
        { type: "reasoning", summary: [{ type: "summary_text", text: "hm" }] },
        { type: "local_shell_call", id: "i", call_id: "t", action: { command: ["ls"] } },
      ],
    },
  ],
  gemini: [
    { responseId: "g", modelVersion: "m", candidates: [{ content: { parts: [{ text: "he" }] } }] },
    { candidates: [{ content: { parts: [{ text: "hm", thought: true }] } }], usageMetadata: geminiUsage },
    { candidates: [{ content: { parts: [{ functionCall: { name: "run", args: { a: 1 } } }] } }] },
    { candidates: [{ content: { parts: [] }, finishReason: "STOP", index: 0 }], usageMetadata: geminiUsage },
    { promptFeedback: { blockReason: "SAFETY" } },
    { error: { message: "no", status: "UNAVAILABLE" } },
  ],
};

const chatTools = [{ type: "function", function: { name: "run", parameters: {} } }];

/** Requests as agents send them. */
export const goodRequests: Readonly<Record<WireName, readonly unknown[]>> = {
  "anthropic-messages": [
    {
      ...{ model: "m", max_tokens: 100, stream: true, system: [{ type: "text", text: "be" }] },
      tools: [{ name: "run", input_schema: {} }],
      messages: [
        { role: "user", content: "hello" },
        { role: "assistant", content: [{ type: "tool_use", id: "t", name: "run", input: {} }] },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "t",
              content: [{ type: "text", text: "done" }],
              is_error: true,
            },
            { type: "text", text: "go on" },
            { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
          ],
        },
      ],
    },
  ],
  "openai-chat": [
    {
      ...{ model: "m", stream: true, stream_options: { include_usage: false }, tools: chatTools, n: 2 },
      ...{ max_tokens: 5, max_completion_tokens: 6, service_tier: "priority", usage: { include: false } },
      messages: [
        { role: "system", content: "be" },
        {
          role: "user",
          content: [
            { type: "text", text: "hello" },
            { type: "image_url", image_url: { url: "data:x" } },
          ],
        },
        { role: "assistant", content: "", tool_calls: [] },
        { role: "tool", tool_call_id: "t", content: "done" },
      ],
    },
  ],
  "openai-responses": [
    {
      ...{ model: "m", stream: true, instructions: "be", max_output_tokens: 5, background: false },
      tools: [{ type: "function", name: "run" }, { type: "web_search" }],
      input: [
        {
          role: "user",
          content: [
            { type: "input_text", text: "hello" },
            { type: "input_file", file_id: "f" },
          ],
        },
        { type: "function_call", call_id: "t", name: "run", arguments: "{}" },
        { type: "function_call_output", call_id: "t", output: "done" },
      ],
    },
    { model: "m", input: "hello", previous_response_id: "r" },
  ],
  gemini: [
    {
      ...{
        systemInstruction: { parts: [{ text: "be" }] },
        generationConfig: { maxOutputTokens: 5, candidateCount: 2 },
      },
      tools: [{ functionDeclarations: [{ name: "run" }] }],
      contents: [
        { role: "user", parts: [{ text: "hello" }, { inlineData: { mimeType: "image/png", data: "AAAA" } }] },
        { role: "model", parts: [{ functionCall: { name: "run", args: {} } }] },
        {
          role: "user",
          parts: [{ functionResponse: { id: "t", name: "run", response: { output: "done" } } }],
        },
      ],
    },
  ],
};

const samples = [...Object.values(goodStreams), ...Object.values(goodRequests)].flat();

/** All names of fields on the wires. */
export const wireNames: readonly string[] = [...new Set(samples.flatMap(namesIn))];

/** All words that values are. */
export const wireWords: readonly string[] = [...new Set(samples.flatMap(wordsIn))];

function namesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(namesIn)];
}

function wordsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(wordsIn) : [];
}
