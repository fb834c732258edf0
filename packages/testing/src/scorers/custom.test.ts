import { expect, test } from "vitest";
import { custom } from "./custom.ts";

test.each([
  [true, { score: 1, passed: true }],
  [false, { score: 0, passed: false }],
  [0.5, { score: 0.5, passed: true }],
  [0.4, { score: 0.4, passed: false }],
  [
    { score: 0.4, passed: true, reason: "fine" },
    { score: 0.4, passed: true, reason: "fine" },
  ],
])("%j becomes a result", async (said, result) => {
  expect(await custom("own", () => said).score({ output: "", input: "" })).toEqual(result);
});

test("a threshold of one's own decides about a number", async () => {
  const strict = custom("own", async ({ output }) => Number(output), { threshold: 0.9 });
  expect(strict.threshold).toBe(0.9);
  expect(await strict.score({ output: 0.89, input: "" })).toEqual({ score: 0.89, passed: false });
});

test("a score that is the threshold on paper reaches it", async () => {
  const sum = custom("own", () => 0.1 + 0.7, { threshold: 0.8 });
  expect(await sum.score({ output: "", input: "" })).toEqual({ score: 0.1 + 0.7, passed: true });
});
