import type { TranscriptEvent } from "@flow-state-dev/suites";
import { expect, test } from "vitest";
import { timelineOfAgent } from "./timeline-of-agent.ts";
import { timelineOfFlow } from "./timeline-of-flow.ts";

test.each([
  ["missing", ""],
  ["the same", "call-1"],
])("the results of an agent's calls stand with their own where ids are %s", (_, id) => {
  const time = { atMs: 0, turn: null };
  const called = (tool: string): TranscriptEvent => ({ ...time, type: "tool-call", id, tool, input: {} });
  const done = (tool: string): TranscriptEvent => {
    return { ...time, type: "tool-result", id, tool, ok: true, text: `of ${tool}`, durationMs: 1 };
  };
  const calls = ["read", "write"];
  const shown = timelineOfAgent([...calls.map(called), ...calls.map(done), called("list"), done("list")]);
  expect(shown.map(({ who, result }) => [who, result?.text])).toEqual([
    ...[...calls, "list"].map((tool) => [tool, `of ${tool}`]),
  ]);
});

test("the results of tools stand with the block that called them, whatever ids its model gives", () => {
  const blocks = ["left", "right"];
  const lines = [
    ...blocks.map((id) => ({ type: "block.started", id, name: id, kind: "generator", at: 0 })),
    ...blocks.map((id) => ({ type: "tool.called", id, at: 1, toolCallId: "call-1", toolName: "look" })),
    ...blocks.map((id) => ({
      ...{ type: "tool.finished", id, at: 2, toolCallId: "call-1", toolName: "look" },
      result: { ok: true, output: `of ${id}` },
    })),
  ];
  const tools = timelineOfFlow(lines).filter(({ kind }) => kind === "tool");
  expect(tools.map(({ result }) => result?.text)).toEqual(["of left", "of right"]);
});
