import { expect, test } from "vitest";
import { nextIn } from "./next-in.ts";

test("tells where something comes next, again and again", () => {
  const next = nextIn("a-bb-c", /[a-z]+/g);
  expect([0, 0, 1, 2, 3, 5, 6, 7].map((from) => next(from))).toEqual([
    ...[
      { at: 0, end: 1 },
      { at: 0, end: 1 },
      { at: 2, end: 4 },
      { at: 2, end: 4 },
    ],
    ...[{ at: 3, end: 4 }, { at: 5, end: 6 }, undefined, undefined],
  ]);
});
