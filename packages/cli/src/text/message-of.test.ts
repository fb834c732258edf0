import { UnpricedModelError } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { messageOf } from "./message-of.ts";

test("a model without a price: what can be done about it on the command line", () => {
  const said = messageOf(new UnpricedModelError("lab/one", "the run"));
  expect(said).toMatch(
    /^lab\/one has no price, .*Add it to a prices file: .*; then name that file in X_PRICES\.$/,
  );
  expect(said).not.toContain("allowUnpriced");
});

test("any other error says what it says", () => {
  expect(messageOf(new Error("No."))).toBe("No.");
});
