import { expect, test } from "vitest";
import { sumHeldUp } from "./held-up-reasons.ts";

test("what many workers tell becomes one entry a reason, that of most cells first", () => {
  const busy = { provider: "acme", answer: "HTTP 429" };
  const down = { provider: "acme", answer: null };
  expect(
    sumHeldUp([
      { cells: 2, ...down },
      { cells: 1, ...busy },
      { cells: 4, ...busy },
    ]),
  ).toEqual([
    { cells: 5, ...busy },
    { cells: 2, ...down },
  ]);
  expect(sumHeldUp([])).toEqual([]);
});
