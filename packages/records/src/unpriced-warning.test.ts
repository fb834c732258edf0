import { expect, test } from "vitest";
import { unpricedWarning } from "./unpriced-warning.ts";

test("calls without a price are told with their models", () => {
  const told = unpricedWarning(3, 12, ["acme/a", "acme/b"]);
  expect(told).toEqual([
    "3 of 12 model calls have no price (acme/a, acme/b): what they cost is in no figure.",
  ]);
  expect(unpricedWarning(0, 12, [])).toEqual([]);
});
