import { expect, test } from "vitest";
import { unpricedWarning, unpricedWarnings } from "./unpriced-warning.ts";

test("calls without a price are told with their models, and found again among the warnings of a run", () => {
  const told = unpricedWarning(3, 12, ["acme/a", "acme/b"]);
  expect(told).toEqual([
    "3 of 12 model calls have no price (acme/a, acme/b): what they cost is in no figure.",
  ]);
  expect(unpricedWarnings(["Something else.", ...told])).toEqual(told);
  expect(unpricedWarning(0, 12, [])).toEqual([]);
});
