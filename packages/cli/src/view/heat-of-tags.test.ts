import { expect, test } from "vitest";
import { heatOfTags } from "./heat-of-tags.ts";

const fact = (id: string, ...tags: string[]) => ({ id, category: null, prompt: null, tags });
const facts = [fact("a", "quick"), fact("b", "quick", "hard"), fact("c")];
const passes = (agent: string, id: string, passed: number, of: number) => ({ agent, id, passed, of });

test("each case counts once under each of its tags, and under all", () => {
  const { tags, heat } = heatOfTags(["x", "y"], facts, [
    passes("x", "a", 4, 4),
    passes("x", "b", 1, 2),
    passes("x", "c", 0, 2),
    passes("y", "a", 0, 1),
    passes("y", "b", 0, 0),
  ]);
  expect(tags).toEqual(["quick", "hard"]);
  expect(heat[0]).toEqual([
    { mean: 0.75, spread: 0.25, delta: null, cells: 6 },
    { mean: 0.5, spread: 0, delta: null, cells: 2 },
    { mean: 0.5, spread: expect.closeTo(Math.sqrt(1 / 6)), delta: null, cells: 8 },
  ]);
  expect(heat[1]).toEqual([
    { mean: 0, spread: 0, delta: null, cells: 1 },
    null,
    { mean: 0, spread: 0, delta: null, cells: 1 },
  ]);
});

test("without tags there is nothing to show", () => {
  expect(heatOfTags(["x"], [fact("a")], [passes("x", "a", 1, 1)])).toEqual({ tags: [], heat: [] });
});
