import { expect, test, vi } from "vitest";
import { allOf, anyOf } from "./combine.ts";
import { custom } from "./custom.ts";
import { runScorers } from "./run-scorers.ts";
import type { Scorer } from "./scorer.ts";

const args = { output: "", input: "" };
const gives = (name: string, score: number, passed = score >= 0.5): Scorer => ({
  name,
  score: () => ({ score, passed, reason: `${name} says ${score}.`, costUsd: 0.1 }),
});
const breaks: Scorer = custom("breaks", () => {
  throw new Error("no luck");
});

test("allOf takes the lowest, and passes when all do", async () => {
  const scorer = allOf(gives("a", 0.9), gives("b", 0.6));
  expect(scorer.name).toBe("allOf(a, b)");
  expect(await scorer.score(args)).toEqual({
    ...{ score: 0.6, passed: true, costUsd: 0.2 },
    reason: "a says 0.9. b says 0.6.",
  });
  expect(await allOf(gives("a", 0.9), gives("b", 0.2)).score(args)).toMatchObject({
    ...{ score: 0.2, passed: false },
    reason: "b says 0.2.",
  });
});

test("anyOf takes the highest, and passes when one does", async () => {
  const scorer = anyOf(gives("a", 0.2), gives("b", 0.6));
  expect(scorer.name).toBe("anyOf(a, b)");
  expect(await scorer.score(args)).toMatchObject({ score: 0.6, passed: true, reason: "b says 0.6." });
  expect(await anyOf(gives("a", 0.2), gives("b", 0.1)).score(args)).toMatchObject({
    score: 0.2,
    passed: false,
  });
});

test("what cannot change the outcome is not run", async () => {
  const dear = vi.fn(() => 1);
  await allOf(gives("a", 0), custom("dear", dear)).score(args);
  await anyOf(gives("a", 1), custom("dear", dear)).score(args);
  expect(dear).not.toHaveBeenCalled();
  await allOf(gives("a", 0, true), custom("dear", dear)).score(args);
  expect(dear).toHaveBeenCalledTimes(1);
});

test("a part without a score takes the score away, unless the others decide", async () => {
  expect(await allOf(breaks, gives("a", 0)).score(args)).toMatchObject({ score: 0, passed: false });
  expect(await anyOf(breaks, gives("a", 1)).score(args)).toMatchObject({ score: 1, passed: true });
  for (const undecided of [allOf(breaks, gives("a", 0.9)), anyOf(breaks, gives("a", 0.9))]) {
    const { errors } = await runScorers([undecided], args);
    expect(Object.values(errors)).toEqual(["breaks gave no score: no luck"]);
  }
});

test("parts may have the same name, and their times add up", async () => {
  const hurried = { ...gives("a", 0.9), timeoutMs: 1000 };
  expect(await allOf(hurried, hurried).score(args)).toMatchObject({ score: 0.9 });
  expect(allOf(hurried, hurried).timeoutMs).toBe(2000);
  expect(allOf(hurried, gives("b", 1)).timeoutMs).toBe(121_000);
});

test("nothing cannot be combined", () => {
  expect(() => allOf()).toThrow(/no scorers/);
  expect(() => anyOf()).toThrow(/no scorers/);
});

test.each<[unknown[], string]>([
  [
    [[gives("a", 1), gives("b", 1)]],
    "at position 0 of allOf cannot be used: it is a list; give what it holds",
  ],
  [[gives("a", 1), undefined], "at position 1 of allOf cannot be used: it has no name"],
  [[{ name: "b" }], "The scorer b cannot be used: it has no function score"],
])("parts that are no scorers are told when it is made (%#)", (parts, message) => {
  expect(() => allOf(...(parts as Scorer[]))).toThrow(message);
});
