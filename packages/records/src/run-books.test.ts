import { expect, test } from "vitest";
import { mayOpen } from "./run-books.ts";

test.each([
  ["something is left", { spent: 9, reserved: 50 }, 10, false, 100, true],
  ["nothing is left", { spent: 10, reserved: 0 }, 10, false, 1, false],
  ["more than all is spent", { spent: 11, reserved: 0 }, 10, false, 1, false],
  ["nobody knows what it costs", { spent: 9, reserved: 0 }, 10, false, null, true],
  ["it fits exactly", { spent: 4, reserved: 3 }, 10, true, 3, true],
  ["it does not fit beside the others", { spent: 4, reserved: 3 }, 10, true, 4, false],
  ["the promises made fill it", { spent: 4, reserved: 6 }, 10, true, null, true],
  ["it is spent, strictly", { spent: 10, reserved: 0 }, 10, true, null, false],
  ["what is carried is not known to be spent", { spent: 90, carried: 85, reserved: 0 }, 10, false, 1, true],
  ["what is carried may have been spent", { spent: 90, carried: 85, reserved: 0 }, 10, true, 1, false],
  ["it costs nothing", { spent: 10, reserved: 5 }, 10, true, 0, true],
  ["it costs nothing, and there is no money at all", { spent: 0, reserved: 0 }, 0, false, 0, true],
])("%s", (_, books, limit, strict, worst, opens) => {
  expect(mayOpen({ carried: 0, ...books }, limit, strict, worst)).toBe(opens);
});
