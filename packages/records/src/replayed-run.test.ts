import { expect, test } from "vitest";
import { replayedRun, replaysOf } from "./replayed-run.ts";

test("a run knows whose work its only subject repeats", () => {
  const circumstances = replaysOf([{ name: "replay:last", replays: "7f3a1c-m" }, { name: "x" }]);
  expect(circumstances).toEqual({ replays: { "replay:last": "7f3a1c-m" } });
  expect(replaysOf([{ name: "x" }])).toEqual({});
  expect(replayedRun({ subjects: ["replay:last"], circumstances })).toBe("7f3a1c-m");
  expect(replayedRun({ subjects: ["replay:last", "x"], circumstances })).toBeNull();
  expect(replayedRun({ subjects: ["toString"], circumstances })).toBeNull();
  for (const replays of [null, "x", { x: 1 }, ["x"]])
    expect(replayedRun({ subjects: ["x"], circumstances: { replays } })).toBeNull();
  expect(replayedRun({ subjects: [], circumstances })).toBeNull();
});
