import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allWires } from "./all-wires.ts";
import { Answer } from "./answer.ts";
import { KeptText } from "./kept-text.ts";

const names = [
  "type",
  "message",
  "usage",
  "delta",
  "index",
  "content_block",
  "content",
  "choices",
  "tool_calls",
  "function",
  "response",
  "output",
  "item",
  "error",
  "candidates",
  "parts",
  "functionCall",
  "usageMetadata",
  "finishReason",
  "promptFeedback",
];
const kinds = [
  "message_start",
  "content_block_start",
  "content_block_delta",
  "message_delta",
  "error",
  "tool_use",
  "response.completed",
  "response.output_item.done",
  "function_call",
];

describe.each(Object.values(allWires))("$name", (wire) => {
  test("no answer, however strange, breaks the reader or makes a bill that is none", () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom(null, -1, 1e308, Number.MAX_SAFE_INTEGER, "x", true, ...kinds),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 5 }), (events) => {
        const answer = new Answer();
        for (const event of events) {
          if (typeof event === "object" && event !== null && !Array.isArray(event))
            wire.readEvent(event, answer);
        }
        wire.readWhole(events[0], answer);
        const usage = answer.estimate(1);
        for (const tokens of Object.values(usage)) expect(tokens).toBeGreaterThanOrEqual(0);
        expect(usage.reasoningTokens).toBeLessThanOrEqual(usage.outputTokens);
      }),
      { numRuns: 500 },
    );
  });
});

test("a text keeps its beginning and counts all of its bytes", () => {
  const text = new KeptText(10);
  for (const piece of ["über", "", 3, "all und ", "überall"]) text.add(piece);
  expect(text.bytes).toBe(21);
  expect(text.text).toBe("überall un\n[… 9 characters left out …]");
});
