import { expect, test } from "vitest";
import { laneOf, needsOfAgent } from "./needs.ts";

test("an agent with a program of its own needs it, as do cells in a container; the built-in one needs nothing", () => {
  expect(needsOfAgent("x", {})).toEqual([]);
  expect(needsOfAgent("command:touch a", { sandbox: "bubblewrap" })).toEqual([]);
  expect(needsOfAgent("claude-code@claude-opus-4-6", {})).toEqual(["claude-code"]);
  expect(needsOfAgent("codex", { sandbox: "docker", needs: ["gpu", "codex"] })).toEqual([
    "codex",
    "docker",
    "gpu",
  ]);
});

test("cells that need the same share a lane, whatever the order", () => {
  expect(laneOf([])).toBe("");
  expect(laneOf(needsOfAgent("codex", { needs: ["b", "a"] }))).toBe(
    laneOf(needsOfAgent("codex", { needs: ["a", "b"] })),
  );
  expect(laneOf(["gpu"])).not.toBe(laneOf(["docker"]));
  expect(laneOf(["gpu"])).toMatch(/^[0-9a-f]{12}$/);
});
