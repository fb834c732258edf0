import { expect, test } from "vitest";
import { incompleteBeta } from "./incomplete-beta.ts";
import { trinomialTail } from "./trinomial.ts";

test("without losses it is the tail of a binomial", () => {
  const least = Array.from({ length: 21 }, () => 8);
  expect(trinomialTail(least, { gained: 0.3, lost: 0 })).toBeCloseTo(incompleteBeta(0.3, 8, 13), 12);
});

test("everything is certain, and nothing is not", () => {
  const chances = { gained: 0.2, lost: 0.1 };
  expect(trinomialTail(new Array<number>(41).fill(0), chances)).toBeCloseTo(1, 12);
  expect(trinomialTail(new Array<number>(41).fill(41), chances)).toBe(0);
});

test("chances that leave nothing as it is, and none at all", () => {
  // More gains than losses among seven that all differ.
  const more = Array.from({ length: 8 }, (_, losses) => losses + 1);
  expect(trinomialTail(more, { gained: 0.5, lost: 0.5 })).toBeCloseTo(0.5, 12);
  expect(trinomialTail(more, { gained: 0, lost: 0 })).toBe(0);
  expect(trinomialTail(more, { gained: 1, lost: 0 })).toBe(1);
});
