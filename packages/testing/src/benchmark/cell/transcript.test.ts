import type { FlowEvent } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { createTranscript } from "./transcript.ts";

const lineOf = (output: unknown) => {
  const transcript = createTranscript();
  transcript.onEvent({ type: "block.completed", id: "1", at: 0, name: "b", output } as unknown as FlowEvent);
  return JSON.parse(transcript.text());
};

test.each<[string, unknown, unknown]>([
  ["what is JSON, as it is", { a: [1, "x"] }, { a: [1, "x"] }],
  ["a number too big for JSON, as text", { a: 12n }, { a: "12" }],
  ["a long text, cut", "x".repeat(20_003), `${"x".repeat(20_000)}… (3 more characters)`],
])("keeps %s", (_, output, kept) => {
  expect(lineOf(output)).toEqual({ type: "block.completed", id: "1", at: 0, name: "b", output: kept });
});

test("keeps a value that holds itself as the text that a judge reads, and the rest as it is", () => {
  const circle: Record<string, unknown> = { word: "round" };
  circle.self = circle;
  expect(lineOf(circle)).toMatchObject({ name: "b", output: expect.stringContaining("[Circular *1]") });
});

test("a subject that goes on without end has no transcript without end", () => {
  const { onEvent, text } = createTranscript();
  const data = "x".repeat(20_000);
  for (let at = 0; at < 1_000; at++) onEvent({ type: "emitted", id: "1", at, name: "n", data });
  const kept = text();
  expect(kept.length).toBeLessThan(17 * 1024 * 1024);
  const lines = kept.trimEnd().split("\n");
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({
    ...{ type: "emitted", name: "transcript", data: `${1_001 - lines.length} more events found no room` },
  });
});
