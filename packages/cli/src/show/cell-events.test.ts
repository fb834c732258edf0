import fc from "fast-check";
import { expect, test } from "vitest";
import { readCellEvents } from "./cell-events.ts";
import { transcriptLines } from "./transcript-text.ts";

const limits = { lines: 5, width: 80 };

test("blocks of a pattern are told as what was asked, answered, called and charged", () => {
  const lines = [
    { type: "block.started", id: "1", at: 1000, name: "team", kind: "sequencer", path: "team" },
    {
      type: "block.started",
      id: "2",
      at: 1000,
      name: "draft",
      kind: "generator",
      path: "team/draft",
      input: "Why?",
    },
    {
      type: "call.charged",
      id: "2",
      at: 1900,
      charge: { modelId: "acme/one", costUsd: 0.01, latencyMs: 900 },
    },
    {
      type: "tool.called",
      id: "2",
      at: 1901,
      toolCallId: "c1",
      toolName: "search",
      input: { pattern: "sky" },
    },
    {
      type: "tool.finished",
      id: "2",
      at: 1950,
      toolCallId: "c1",
      toolName: "search",
      result: { ok: false, error: "none" },
    },
    {
      type: "block.finished",
      id: "2",
      at: 2000,
      name: "draft",
      path: "team/draft",
      output: { text: "Because." },
    },
    { type: "block.finished", id: "1", at: 2000, name: "team", path: "team", output: "Because." },
  ];
  const { events, startedAt, unreadable } = readCellEvents(
    `${lines.map((line) => JSON.stringify(line)).join("\n")}\n{`,
  );
  expect({ startedAt, unreadable }).toEqual({ startedAt: "1970-01-01T00:00:01.000Z", unreadable: 1 });
  expect(transcriptLines(events, limits).map((line) => line.slice(11))).toEqual([
    "> [draft] Why?",
    "  · acme/one, tokens unknown, $0.0100, 900 ms",
    "▸ search sky",
    "  ✗ none",
    "{",
    ' "text": "Because."',
    "}",
  ]);
  expect(transcriptLines(events, limits)[1]!.slice(0, 9)).toBe("   900 ms");
});

test.each([
  { type: "tool.called", toolCallId: "c1" },
  { type: "tool.called", toolCallId: 1, toolName: {}, input: null },
  { type: "call.charged", charge: { modelId: "acme/one", usage: {}, costUsd: 0.01, latencyMs: 9 } },
  { type: "call.charged", charge: { modelId: "acme/one", costUsd: "0.01" } },
])("an event of a block that another program wrote is counted, not shown with what it lacks: %j", (event) => {
  const { events, unreadable } = readCellEvents(JSON.stringify({ ...event, at: 1 }));
  expect({ shown: transcriptLines(events, limits), unreadable }).toEqual({ shown: [], unreadable: 1 });
});

test("whatever is in a transcript, it is told as far as it can be read, and nothing in it is obeyed", () => {
  const line = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.json(),
    fc
      .record({
        type: fc.constantFrom(
          "block.started",
          "block.finished",
          "block.failed",
          "call.charged",
          "tool.finished",
          "emitted",
        ),
        id: fc.string(),
        at: fc.oneof(fc.nat(), fc.double()),
        ...{ kind: fc.constant("generator"), name: fc.string({ unit: "binary" }), input: fc.jsonValue() },
        ...{ output: fc.jsonValue(), error: fc.jsonValue(), charge: fc.jsonValue(), result: fc.jsonValue() },
      })
      .map((value) => JSON.stringify(value)),
    fc
      .record({
        type: fc.constant("message"),
        role: fc.constant("assistant"),
        text: fc.string({ unit: "binary" }),
      })
      .map((value) => JSON.stringify({ ...value, atMs: 1, turn: null })),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), (all) => {
      for (const shown of transcriptLines(readCellEvents(all.join("\n")).events, limits))
        expect(shown).not.toMatch(/[\p{Control}\u202a-\u202e]/u);
    }),
  );
});
