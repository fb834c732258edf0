import { expect, test } from "vitest";
import { isThrottling } from "./is-throttling.ts";
import { providerOfModel } from "./provider-of.ts";

test.each([
  ["openai/gpt-5.4-mini", "openai"],
  ["claude-opus-4-6", "anthropic"],
  ["openrouter/acme/m", "openrouter"],
  ["sim/steady", "sim"],
  ["scripted:answers.json", "scripted"],
  ["acme/one", "acme"],
  ["my model", "my model"],
])("%s has the limits of %s", (modelId, provider) => {
  expect(providerOfModel(modelId)).toBe(provider);
});

test.each([
  [{ status: 429 }, true],
  [{ status: 529 }, true],
  [{ status: 503 }, true],
  [{ code: "overloaded_error" }, true],
  [{ status: 500 }, false],
  [{ status: 400, code: "bad" }, false],
  [{}, false],
])("%o throttles: %s", (error, throttles) => {
  expect(isThrottling(error)).toBe(throttles);
});
