import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readPrices } from "./read-prices.ts";

const folder = mkdtempSync(join(tmpdir(), "prices-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(content: unknown): string {
  const file = join(folder, "prices.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}
const withPrice = (price: unknown) => ({ models: { "acme/large": price } });

test("prices are read as they stand", () => {
  const models = {
    "acme/large": { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 1.25 },
    small: { input: 0, output: 0 },
  };
  expect(readPrices(fileWith({ $schema: "prices.schema.json", models }))).toEqual(models);
  // As some editors begin a file.
  expect(readPrices(fileWith(`\ufeff${JSON.stringify({ models })}`))).toEqual(models);
});

test.each([
  ["{ models", "it is not JSON ("],
  ["[]", "it has to look like"],
  ["null", "it has to look like"],
  [{}, "it has to look like"],
  [{ models: [] }, "it has to look like"],
  [{ models: {}, model: {} }, '"model" is not a field of it'],
  [withPrice(3), 'the price of "acme/large" is not an object'],
  [withPrice({ input: 1 }), 'the price of "acme/large" has no "output"'],
  [withPrice({ output: 1 }), 'the price of "acme/large" has no "input"'],
  [
    withPrice({ input: 1, output: 2, cached: 3 }),
    '"cached" in the price of "acme/large" is not one of input, output, cacheRead, cacheWrite',
  ],
  [
    withPrice({ input: -1, output: 2 }),
    '"input" of "acme/large" is -1, not a number of US dollars, 0 or more',
  ],
  [withPrice({ input: "1", output: 2 }), '"input" of "acme/large" is "1", not a number'],
  [withPrice({ input: 1, output: null }), '"output" of "acme/large" is null, not a number'],
  [
    '{"models":{"acme/large":{"input":1e999,"output":1}}}',
    '"input" of "acme/large" is Infinity, not a number',
  ],
])("%j is refused", (content, problem) => {
  const file = fileWith(content);
  expect(() => readPrices(file)).toThrow(
    expect.objectContaining({
      code: "prices-file",
      message: expect.stringContaining(`The prices file ${file} cannot be used: ${problem}`),
    }),
  );
});

test("a missing file and a folder are each named", () => {
  const missing = join(folder, "none.json");
  expect(() => readPrices(missing)).toThrow(
    `The prices file ${missing} cannot be used: there is no such file.`,
  );
  expect(() => readPrices(folder)).toThrow(
    `The prices file ${folder} cannot be used: it cannot be read (EISDIR).`,
  );
});
