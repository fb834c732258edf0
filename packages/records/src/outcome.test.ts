import { expect, test } from "vitest";
import { failed, isScored, type Outcome, outcomeKinds, passed, scoreOf } from "./outcome.ts";

const error = { name: "Error", message: "m" };
const outcomes: [Outcome, boolean, number | null][] = [
  [{ kind: "passed", score: 0.9 }, true, 0.9],
  [{ kind: "failed", score: 0.2 }, true, 0.2],
  [{ kind: "errored", error }, true, 0],
  [{ kind: "timed-out", afterMs: 10 }, true, 0],
  [{ kind: "over-budget", error }, true, 0],
  [{ kind: "unscored", error }, false, null],
  [{ kind: "infrastructure", error }, false, null],
  [{ kind: "cancelled", reason: "r" }, false, null],
];

test.each(outcomes)("$kind", (outcome, scored, score) => {
  expect(isScored(outcome.kind)).toBe(scored);
  expect(scoreOf(outcome)).toBe(score);
});

test("all kinds are listed, in this order", () => {
  expect(outcomeKinds).toEqual(outcomes.map(([{ kind }]) => kind));
});

test("graded outcomes are made from their score", () => {
  const made: Outcome[] = [passed(0.9), failed(0.2)];
  expect(made).toEqual([
    { kind: "passed", score: 0.9 },
    { kind: "failed", score: 0.2 },
  ]);
});
