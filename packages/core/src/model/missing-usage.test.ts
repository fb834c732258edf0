import { expect, test } from "vitest";
import { withUsage } from "./missing-usage.ts";

const read = (answer: unknown) => JSON.parse(withUsage(JSON.stringify(answer)));
const none = { input_tokens: 0, output_tokens: 0 };

test("an answer or an event that has to tell of usage tells of none", () => {
  const message = { type: "message", content: [{ type: "text", text: "x" }] };
  expect(read(message)).toEqual({ ...message, usage: none });
  expect(read({ ...message, usage: null })).toEqual({ ...message, usage: none });
  expect(read({ ...message, usage: { output_tokens: 5 } })).toEqual({
    ...message,
    usage: { input_tokens: 0, output_tokens: 5 },
  });
  expect(read({ type: "message_start", message: { id: "m" } })).toEqual({
    ...{ type: "message_start", message: { id: "m", usage: { input_tokens: 0 } } },
  });
  // What was read is told at the start; a zero here would take its place.
  expect(read({ type: "message_delta", delta: {} })).toEqual({
    ...{ type: "message_delta", delta: {}, usage: { output_tokens: 0 } },
  });
});

test.each([
  '{"type":"message","content":[],"usage":{"input_tokens":1,"output_tokens":2}}',
  '{"type":"message_delta","delta":{},"usage":{"output_tokens":2}}',
  '{"type":"message_start","message":{"usage":{"input_tokens":3}}}',
  '{"type":"message_start","message":null}',
  '{"output":[{"type":"message","content":[]}]}',
  '{"type":"message"}',
  '{"type":"error","error":{"message":"\\"type\\":\\"message\\""}}',
  '{"type":"message","content":[',
  '"\\"type\\":\\"message\\""',
  'null "type":"message"',
])("left as it is: %s", (json) => {
  expect(withUsage(json)).toBe(json);
});
