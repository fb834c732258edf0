import { expect, test } from "vitest";
import { InvalidPriceError } from "./check-price.ts";
import { createPriceTable } from "./price-table.ts";

test.each<[unknown, string]>([
  [null, 'the price of "acme/one" is not an object'],
  [[1, 2], 'the price of "acme/one" is not an object'],
  [{ input: 1 }, 'the price of "acme/one" has no "output"'],
  [{ input: -1, output: 2 }, '"input" of "acme/one" is -1, not a number of US dollars, 0 or more'],
  [{ input: Number.NaN, output: 2 }, '"input" of "acme/one" is NaN'],
  [{ input: "1", output: 2 }, '"input" of "acme/one" is "1"'],
  [{ input: { a: "x".repeat(5_000) }, output: 2 }, '"input" of "acme/one" is a value of type object, not a'],
  [{ input: 1, output: 1.1e9 }, '"output" of "acme/one" is 1100000000, more than 1000000000 US dollars'],
  [{ input: Number.POSITIVE_INFINITY, output: 2 }, '"input" of "acme/one" is Infinity, not a number'],
  [{ input: undefined, output: 2 }, '"input" of "acme/one" is undefined'],
  [{ input: 1, output: 2, ouput: 3 }, '"ouput" in the price of "acme/one" is not one of input, output'],
])("an override of %o is refused", (price, problem) => {
  const make = () => createPriceTable({ overrides: { "acme/one": price as never } });
  expect(make).toThrow(InvalidPriceError);
  expect(make).toThrow(problem);
});

test.each(["acme/*", "*"])("%s is no price of many models", (id) => {
  expect(() => createPriceTable({ overrides: { [id]: { input: 1, output: 2 } } })).toThrow(
    `"${id}" is no model; name each one with its price`,
  );
});

test("a price in which an optional amount is left undefined is one", () => {
  const overrides = { "acme/one": { input: 1, output: 2, cacheRead: undefined as never } };
  expect(createPriceTable({ overrides }).price("acme/one")).toEqual({ input: 1, output: 2 });
});

test("the highest price and the most tokens cost an amount", () => {
  const table = createPriceTable({ overrides: { "acme/one": { input: 1e9, output: 1e9 } } });
  const tokens = { inputTokens: 1e12, outputTokens: 1e12, cacheReadTokens: 0, cacheWriteTokens: 0 };
  expect(table.cost("acme/one", { ...tokens, reasoningTokens: 0 })).toBe(2e15);
});

test("what is shown of an id or a field can be printed", () => {
  const overrides = { "a\u001b[2J": { input: 1, output: 2, "\u202e": 3 } as never };
  expect(() => createPriceTable({ overrides })).toThrow(
    '"\\u{202e}" in the price of "a\\u{1b}[2J" is not one of',
  );
});
