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
  [{ input: undefined, output: 2 }, '"input" of "acme/one" is undefined'],
  [{ input: 1, output: 2, ouput: 3 }, '"ouput" in the price of "acme/one" is not one of input, output'],
])("an override of %o is refused", (price, problem) => {
  const make = () => createPriceTable({ overrides: { "acme/one": price as never } });
  expect(make).toThrow(InvalidPriceError);
  expect(make).toThrow(problem);
});

test("a price in which an optional amount is left undefined is one", () => {
  const overrides = { "acme/one": { input: 1, output: 2, cacheRead: undefined as never } };
  expect(createPriceTable({ overrides }).price("acme/one")).toEqual({ input: 1, output: 2 });
});
