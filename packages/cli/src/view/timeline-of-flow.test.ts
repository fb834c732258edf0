import { expect, test } from "vitest";
import { timelineOfFlow } from "./timeline-of-flow.ts";

const started = (id: string, parentId: string | undefined, kind: string, at: number) => {
  return {
    type: "block.started",
    id,
    ...(parentId && { parentId }),
    name: id,
    kind,
    path: id,
    at,
    input: { goal: `goal of ${id}` },
  };
};
const called = (id: string, at: number) => ({
  type: "tool.called",
  id,
  at,
  toolCallId: `call of ${id}`,
  toolName: `tool of ${id}`,
  input: {},
});
const finished = (id: string, at: number) => ({
  type: "block.finished",
  id,
  at,
  name: id,
  output: `out of ${id}`,
  durationMs: at,
  costUsd: 0.1,
});

test("what runs side by side is told one after the other, each with what happened in it", () => {
  const events = timelineOfFlow([
    started("whole", undefined, "sequencer", 100),
    started("left", "whole", "generator", 101),
    started("right", "whole", "generator", 102),
    called("right", 103),
    called("left", 104),
    {
      type: "tool.finished",
      id: "left",
      at: 109,
      toolCallId: "call of left",
      toolName: "tool of left",
      result: { ok: false, error: "no" },
    },
    started("inner", "left", "handler", 110),
    started("deep", "inner", "generator", 110),
    {
      type: "call.retrying",
      id: "right",
      at: 111,
      modelId: "m",
      attempt: 1,
      delayMs: 1500,
      error: { message: "busy" },
    },
    finished("left", 120),
    finished("right", 121),
    {
      type: "block.failed",
      id: "whole",
      at: 130,
      name: "whole",
      error: { message: "broke" },
      durationMs: 30,
      costUsd: null,
    },
  ]);
  expect(events.map(({ who, depth, at }) => [who, depth, at])).toEqual([
    ["whole", 0, 0],
    ["left", 1, 1],
    ["tool of left", 2, 4],
    ["deep", 2, 10],
    ["right", 1, 2],
    ["tool of right", 2, 3],
    ["m", 2, 11],
  ]);
  expect(events[0]).toMatchObject({ ok: false, title: "broke", costUsd: null });
  expect(events[1]).toMatchObject({
    ok: true,
    title: "goal of left",
    body: { text: "goal of left" },
    result: { text: "out of left" },
  });
  expect(events[2]).toMatchObject({ ok: false, ms: 5, result: { text: "no" } });
  expect(events[6]).toMatchObject({ kind: "notice", ok: false, title: "again after 1.5 s: busy" });
});

test("lines that say nothing, or too little, do no harm", () => {
  expect(timelineOfFlow([])).toEqual([]);
  expect(timelineOfFlow([{}, { type: "tool.finished" }, { type: "block.finished", id: "nobody" }])).toEqual(
    [],
  );
  const [event] = timelineOfFlow([{ type: "emitted", data: `${"x ".repeat(5000)}\u001b[2J` }]);
  expect(event!.title.length).toBeLessThanOrEqual(160);
  expect(event!.body!.text.endsWith("␛[2J")).toBe(true);
});

test("blocks may be nested as deep as somebody likes", () => {
  const depth = 100_000;
  const lines = Array.from({ length: depth }, (_, at) => ({
    ...{ type: "block.started", id: `b${at}`, kind: "generator", at, name: `${at}` },
    ...(at > 0 && { parentId: `b${at - 1}` }),
  }));
  const shown = timelineOfFlow(lines);
  expect(shown.length).toBe(depth);
  expect(shown.at(-1)).toMatchObject({ who: `${depth - 1}`, depth: depth - 1 });
});
