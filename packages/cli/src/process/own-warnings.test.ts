import { expect, test, vi } from "vitest";
import { bearWarnings, warningsTo } from "./own-warnings.ts";

test("a model without a price is told in our words, and what others warn of is left to Node", () => {
  const emitWarning = vi.fn();
  const process = { emitWarning: emitWarning as NodeJS.Process["emitWarning"] };
  bearWarnings(process);
  const told: string[] = [];
  {
    using _told = warningsTo((sentence) => told.push(sentence));
    process.emitWarning(
      "a/b has no price. Add it to a prices file to have it counted.",
      "UnpricedModelWarning",
    );
    process.emitWarning("old", "DeprecationWarning", "DEP1");
  }
  expect(told).toEqual(["a/b has no price. Add it to the file that X_PRICES names to have it counted."]);
  expect(emitWarning.mock.calls).toEqual([["old", "DeprecationWarning", "DEP1"]]);
});
