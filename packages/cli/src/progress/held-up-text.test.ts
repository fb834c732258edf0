import { expect, test } from "vitest";
import { heldUpText } from "./held-up-text.ts";

test("says how many try again, and what their provider answers", () => {
  expect(heldUpText([])).toEqual([]);
  expect(heldUpText([{ cells: 2, provider: "openai", answer: "HTTP 429" }])).toEqual([
    "2 retrying (openai: HTTP 429)",
  ]);
  expect(heldUpText([{ cells: 1, provider: "ollama", answer: null }])).toEqual(["1 retrying (ollama)"]);
  expect(heldUpText([{ cells: 1, provider: null, answer: null }])).toEqual(["1 retrying"]);
});

test("names two reasons, and counts the cells of all others", () => {
  const of = (cells: number, provider: string) => ({ cells, provider, answer: "HTTP 503" });
  expect(heldUpText([of(5, "a"), of(3, "b"), of(2, "c"), of(1, "d")])).toEqual([
    ...["5 retrying (a: HTTP 503)", "3 retrying (b: HTTP 503)", "3 more retrying"],
  ]);
});
