import { expect, test } from "vitest";
import { nearestName } from "./nearest-name.ts";

const names = ["anthropic", "openai", "openai-chat", "google", "ollama"];

test.each([
  ["antropic", "anthropic"],
  ["Anthropic", "anthropic"],
  ["anthrpoic", "anthropic"],
  ["opanai", "openai"],
  ["googel", "google"],
  ["olama", "ollama"],
])("%s is taken for %s", (typed, meant) => {
  expect(nearestName(typed, names)).toBe(meant);
});

test("a slip in a long name is one", () => {
  const path = `${"packages/checkout/".repeat(20)}cart.test.ts`;
  const names = [path.replace("cart", "prices"), path, `${path}x`.repeat(2)];
  expect(nearestName(path.replace("cart", "crat"), names)).toBe(path);
});

test.each(["mistral", "", "x", "a".repeat(500)])("%s is near nothing", (typed) => {
  expect(nearestName(typed, names)).toBeUndefined();
});
