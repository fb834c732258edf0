import { describe, expect, test } from "vitest";
import type { WireName } from "../wires/wire-name.ts";
import { strictRequest } from "./strict-request.ts";

const said = (part: unknown) => ({ messages: [{ role: "user", content: [part] }] });
const input = (...items: unknown[]) => ({ input: items });
const parts = (part: unknown) => ({ contents: [{ role: "user", parts: [part] }] });

describe("what makes a provider read or bill more than the request holds is refused by its name", () => {
  test.each<[WireName, string, Record<string, unknown>]>([
    ["anthropic-messages", "mcp_servers", { mcp_servers: [{ type: "url", url: "https://x", name: "m" }] }],
    ["anthropic-messages", "container", { container: "c_1" }],
    ["anthropic-messages", "document.source", said({ type: "document", source: { type: "url", url: "x" } })],
    [
      "anthropic-messages",
      "document.source",
      said({ type: "document", source: { type: "file", file_id: "f" } }),
    ],
    ["anthropic-messages", "container_upload", said({ type: "container_upload", file_id: "f" })],
    [
      "anthropic-messages",
      "context_management",
      { context_management: { edits: [{ type: "compact_2026" }] } },
    ],
    ["anthropic-messages", '"web_search_20250305"', { tools: [{ type: "web_search_20250305", name: "w" }] }],
    ["anthropic-messages", "max_tokens", { max_tokens: "many" }],
    ["openai-responses", "previous_response_id", { previous_response_id: "r" }],
    ["openai-responses", "conversation", { conversation: { id: "c" } }],
    ["openai-responses", "prompt", { prompt: { id: "p" } }],
    ["openai-responses", "item_reference", input({ type: "item_reference", id: "m" })],
    ["openai-responses", "item_reference", input({ id: "m" })],
    ["openai-responses", "item_reference", input({ type: null, id: "m" })],
    ["openai-responses", "reasoning without", input({ type: "reasoning", id: "rs_1", summary: [] })],
    [
      "openai-responses",
      "input_file.file_id",
      input({ role: "user", content: [{ type: "input_file", file_id: "f" }] }),
    ],
    [
      "openai-responses",
      "input_file.file_url",
      input({ type: "function_call_output", call_id: "c", output: [{ type: "input_file", file_url: "u" }] }),
    ],
    ["openai-responses", '"file_search"', { tools: [{ type: "file_search", vector_store_ids: ["v"] }] }],
    ["openai-responses", '"shell"', { tools: [{ type: "shell", environment: { type: "container_auto" } }] }],
    ["openai-responses", '"namespace"', { tools: [{ type: "namespace", tools: [{ type: "mcp" }] }] }],
    ["openai-chat", "file.file_id", said({ type: "file", file: { file_id: "f" } })],
    ["openai-chat", "web_search_options", { web_search_options: {} }],
    ["openai-chat", "plugins", { plugins: [{ id: "web" }] }],
    ["openai-chat", "extra_body.plugins", { extra_body: { plugins: [] } }],
    ["openai-chat", "modalities", { modalities: ["text", "audio"] }],
    ["openai-chat", "messages.audio", { messages: [{ role: "assistant", audio: { id: "a" } }] }],
    ["openai-chat", "What n may make", { n: "a few" }],
    ["gemini", "cachedContent", { cachedContent: "cachedContents/a" }],
    ["gemini", "cached_content", { cached_content: "cachedContents/a" }],
    ["gemini", "parts.fileData", parts({ fileData: { fileUri: "https://x" } })],
    ["gemini", "parts.file_data", parts({ file_data: { file_uri: "https://x" } })],
    ["gemini", "parts.file_data", { contents: { parts: { file_data: { file_uri: "https://x" } } } }],
    ["gemini", "parts.fileData", { system_instruction: { parts: [{ fileData: { fileUri: "x" } }] } }],
    ["gemini", "parts.fileData", parts({ functionResponse: { parts: [{ fileData: { fileUri: "x" } }] } })],
    ["gemini", "url_context", { tools: [{ url_context: {} }, { google_search: {} }] }],
    ["gemini", "googleSearch", { tools: { googleSearch: {} } }],
    ["gemini", "googleSearch", { tools: [{ functionDeclarations: [], googleSearch: {} }] }],
    ["gemini", "generationConfig beside generation_config", { generationConfig: {}, generation_config: {} }],
    [
      "gemini",
      "maxOutputTokens beside max_output_tokens",
      { generationConfig: { maxOutputTokens: 1, max_output_tokens: 2 } },
    ],
    ["gemini", "generationConfig.candidateCount", { generationConfig: { candidateCount: "eight" } }],
    [
      "gemini",
      "generationConfig.responseModalities",
      { generationConfig: { responseModalities: ["IMAGE"] } },
    ],
  ])("%s: %s", (wire, name, body) => {
    expect(() => strictRequest(wire, body)).toThrow(
      expect.objectContaining({ code: "uncountable-call", message: expect.stringContaining(name) }),
    );
  });
});

describe("what agents send is sent on as it is", () => {
  const image = { type: "base64", media_type: "image/png", data: "AAAA" };
  test.each<[string, WireName, Record<string, unknown>]>([
    [
      "Claude Code",
      "anthropic-messages",
      {
        ...{ model: "m", max_tokens: 32_000, stream: true, metadata: { user_id: "u" }, temperature: 1 },
        system: [{ type: "text", text: "s", cache_control: { type: "ephemeral" } }],
        thinking: { type: "adaptive" },
        context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] },
        output_config: { effort: "medium" },
        tools: [
          { name: "Bash", input_schema: {} },
          { type: "custom", name: "a" },
          { type: "bash_20250124", name: "bash" },
        ],
        messages: [
          { role: "user", content: "Do it." },
          {
            role: "assistant",
            content: [
              { type: "thinking", thinking: "t", signature: "s" },
              { type: "tool_use", id: "a", name: "Bash", input: { source: { url: "https://x" } } },
            ],
          },
          {
            role: "user",
            content: [
              { type: "tool_result", tool_use_id: "a", content: [{ type: "image", source: image }] },
              { type: "document", source: { type: "text", media_type: "text/plain", data: "t" } },
            ],
          },
        ],
      },
    ],
    [
      "Codex",
      "openai-responses",
      {
        ...{
          model: "m",
          instructions: "i",
          stream: true,
          store: false,
          include: ["reasoning.encrypted_content"],
        },
        ...{ tool_choice: "auto", parallel_tool_calls: false, prompt_cache_key: "k", client_metadata: {} },
        ...{ reasoning: { effort: "medium" }, text: { verbosity: "low" }, service_tier: null },
        tools: [
          { type: "function", name: "exec_command", parameters: {} },
          { type: "custom", name: "apply_patch", format: {} },
          { type: "tool_search", execution: "client" },
          { type: "namespace", name: "n", tools: [{ type: "function", name: "f" }] },
        ],
        input: [
          { type: "message", role: "user", content: [{ type: "input_text", text: "t" }] },
          { role: "assistant", content: "plain" },
          { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "e" },
          { type: "function_call", call_id: "c", name: "exec_command", arguments: "{}" },
          { type: "function_call_output", call_id: "c", output: "done" },
          {
            type: "function_call_output",
            call_id: "d",
            output: [{ type: "input_image", image_url: "data:image/png;base64,A" }],
          },
        ],
      },
    ],
    [
      "a Chat agent",
      "openai-chat",
      {
        ...{ model: "m", stream: true, stream_options: { include_usage: true }, temperature: 0, n: "1" },
        ...{ enable_search: false, web_search_options: null },
        tools: [{ type: "function", function: { name: "f", parameters: {} } }],
        messages: [
          { role: "system", content: "s" },
          {
            role: "user",
            content: [
              { type: "text", text: "t" },
              { type: "image_url", image_url: { url: "https://x" } },
            ],
          },
          { role: "assistant", content: null, tool_calls: [{ id: "a", type: "function", function: {} }] },
          { role: "tool", tool_call_id: "a", content: "done" },
        ],
      },
    ],
    [
      "Gemini CLI",
      "gemini",
      {
        systemInstruction: { role: "user", parts: [{ text: "s" }] },
        tools: [{ functionDeclarations: [{ name: "f" }] }],
        toolConfig: {},
        generationConfig: {
          temperature: 0,
          topP: 1,
          candidateCount: "1",
          thinkingConfig: { includeThoughts: true },
        },
        contents: [
          {
            role: "model",
            parts: [{ functionCall: { name: "f", args: { fileData: 1 } }, thoughtSignature: "s" }],
          },
          { role: "user", parts: [{ functionResponse: { name: "f", response: { output: "o" } } }] },
        ],
      },
    ],
  ])("%s", (_, wire, body) => {
    expect(strictRequest(wire, body)).toBe(body);
  });
});

test("a tool of the provider is taken out where the agent has others", () => {
  const own = { type: "function", name: "exec_command" };
  const search = { type: "web_search", external_web_access: false };
  expect(strictRequest("openai-responses", { model: "m", tools: [own, search] })).toEqual({
    model: "m",
    tools: [own],
  });
});
