import { expect, test } from "vitest";
import { meantModel } from "./meant-model.ts";
import { UnpricedModelError } from "./unpriced-model-error.ts";

test.each([
  ["gpt-5.4-mni", "gpt-5.4-mini"],
  ["openai/gpt-5.4-mni", "openai/gpt-5.4-mini"],
  ["claude-haiku-4-5x", "claude-haiku-4-5"],
  ["claude-haiku-4-9", null],
  ["anthropic/claude-haku-4-5", "anthropic/claude-haiku-4-5"],
  ["openai/gpt-99", null],
  ["lab/one", null],
  ["sim/strong", null],
])("%s: %s", (typed, meant) => {
  expect(meantModel(typed)).toBe(meant);
});

test("a model that has no price is told with the one that may have been meant", () => {
  expect(new UnpricedModelError("gpt-5.4-mni", "a case").message).toContain(
    "cannot be kept. Did you mean gpt-5.4-mini? If not, add it to a prices file: ",
  );
  expect(new UnpricedModelError("lab/one", "a case").message).toContain("cannot be kept. Add it to a");
  expect(new UnpricedModelError("lab/one", "The run").message).toContain("so the limit of the run cannot");
});
