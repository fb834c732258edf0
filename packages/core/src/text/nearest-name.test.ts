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

test.each(["mistral", "", "x", "a".repeat(500)])("%s is near nothing", (typed) => {
  expect(nearestName(typed, names)).toBeUndefined();
});
