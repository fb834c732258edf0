import type { LanguageModelV4CallOptions, LanguageModelV4Message } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { imageTokenBound, promptSize, unknownFileTokenBound } from "./prompt-size.ts";

const user = (
  ...content: Extract<LanguageModelV4Message, { role: "user" }>["content"]
): LanguageModelV4CallOptions => ({
  prompt: [{ role: "user", content }],
});

test("text is measured in UTF-8 bytes, in whatever kind of message it stands", () => {
  const prompt: LanguageModelV4CallOptions["prompt"] = [
    { role: "system", content: "ab" },
    { role: "user", content: [{ type: "text", text: "日本" }] },
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "hm" },
        { type: "tool-call", toolCallId: "1", toolName: "grep", input: { q: 1 } },
      ],
    },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "1",
          toolName: "grep",
          output: { type: "text", value: "x".repeat(100) },
        },
        {
          type: "tool-result",
          toolCallId: "2",
          toolName: "grep",
          output: { type: "content", value: [{ type: "text", text: "y".repeat(50) }] },
        },
      ],
    },
  ];
  const size = promptSize({ prompt });
  expect(size).toMatchObject({ messages: 4, tools: 0, files: 0 });
  const known = 2 + 6 + 2 + (4 + '{"q":1}'.length) + (4 + 100) + (4 + 50);
  expect(size.bytes).toBeGreaterThanOrEqual(known);
  expect(size.bytes).toBeLessThan(known + 50);
});

test("a message that is a text is as long as it is", () => {
  expect(promptSize({ prompt: [{ role: "system", content: "zwölf" }] }).bytes).toBe(6);
});

test("a call of a tool is its name and what it is given", () => {
  const call = { type: "tool-call", toolCallId: "1", toolName: "grep", input: { q: 1 } } as const;
  const { bytes } = promptSize({ prompt: [{ role: "assistant", content: [call] }] });
  expect(bytes).toBe("grep".length + '{"q":1}'.length);
});

test("tools and the schema of the answer are part of it", () => {
  const schema = { type: "object", description: "d".repeat(200) } as const;
  const bare = promptSize(user({ type: "text", text: "hi" })).bytes;
  const tools = [{ type: "function", name: "grep", description: "finds", inputSchema: schema }] as const;
  const withTools = promptSize({ ...user({ type: "text", text: "hi" }), tools: [...tools] });
  expect(withTools).toMatchObject({ tools: 1, bytes: bare + 9 + JSON.stringify(schema).length });
  const withSchema = promptSize({
    ...user({ type: "text", text: "hi" }),
    responseFormat: { type: "json", schema },
  });
  expect(withSchema.bytes).toBe(bare + JSON.stringify(schema).length);
});

test("files have their own bounds, text files are text", () => {
  const image = {
    type: "file",
    mediaType: "image/png",
    data: { type: "data", data: new Uint8Array(9) },
  } as const;
  const pdf = {
    type: "file",
    mediaType: "application/pdf",
    data: { type: "data", data: new Uint8Array(9) },
  } as const;
  const url = new URL("http://127.0.0.1/a.pdf");
  const remote = { type: "file", mediaType: "application/pdf", data: { type: "url", url } } as const;
  const note = { type: "file", mediaType: "text/plain", data: { type: "text", text: "four" } } as const;
  expect(promptSize(user(image))).toMatchObject({ bytes: 0, files: 1, fileTokens: imageTokenBound });
  expect(promptSize(user(pdf)).fileTokens).toBe(imageTokenBound + 36);
  expect(promptSize(user(remote)).fileTokens).toBe(unknownFileTokenBound);
  expect(promptSize(user(note))).toMatchObject({ bytes: 4, files: 0 });
  const shown = { type: "tool-result", toolCallId: "1", toolName: "look" } as const;
  const output = { type: "content" as const, value: [image, note] };
  expect(promptSize({ prompt: [{ role: "tool", content: [{ ...shown, output }] }] })).toMatchObject({
    ...{ bytes: "look".length + 4, files: 1, fileTokens: imageTokenBound },
  });
});

test("what a tool of the provider's own may read is given room", () => {
  const tools = [{ type: "provider", id: "anthropic.web_search", name: "web_search", args: {} }] as const;
  expect(promptSize({ prompt: [], tools: [...tools] })).toMatchObject({
    tools: 1,
    fileTokens: unknownFileTokenBound,
  });
});

test("a wish for a cache kept an hour is seen wherever it stands", () => {
  const wish = { anthropic: { cacheControl: { type: "ephemeral", ttl: "1h" } } };
  const plain = user({ type: "text", text: "hi" });
  expect(promptSize(plain).hourCache).toBe(false);
  expect(promptSize({ ...plain, providerOptions: wish }).hourCache).toBe(true);
  expect(promptSize(user({ type: "text", text: "hi", providerOptions: wish })).hourCache).toBe(true);
  const tool = { type: "function", name: "t", inputSchema: {}, providerOptions: wish } as const;
  expect(promptSize({ ...plain, tools: [tool] }).hourCache).toBe(true);
  expect(promptSize({ prompt: [{ role: "system", content: "", providerOptions: wish }] }).hourCache).toBe(
    true,
  );
});
