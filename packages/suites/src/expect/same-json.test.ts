import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseExactJson } from "./exact-json.ts";
import { sameJson } from "./same-json.ts";

test.each([
  ["0", "-0", true],
  ["[0]", "[-0]", true],
  ["1", "1.0", true],
  ["0", "null", false],
  ["0", "false", false],
  ["[]", "{}", false],
  ["{}", "null", false],
  ["[1,2]", "[2,1]", false],
  ["[1]", "[1,2]", false],
  ['{"a":1,"b":2}', '{"b":2,"a":1}', true],
  ['{"a":1}', '{"b":1}', false],
  ['{"toString":1}', '{"a":1}', false],
  ['{"a":1}', '{"__proto__":1}', false],
  ["12345678901234567890", "12345678901234567890", true],
  ["12345678901234567890", "12345678901234567891", false],
  ["12345678901234567890", "12345678901234567000", false],
  ["12345678901234567891", '{"rawJSON":"12345678901234567891"}', false],
])("%s and %s: %s", (a, b, same) => {
  expect(sameJson(parseExactJson(a), parseExactJson(b))).toBe(same);
  expect(sameJson(parseExactJson(b), parseExactJson(a))).toBe(same);
});

test("but for -0, it is what the platform finds", () => {
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  const small = fc.jsonValue({ maxDepth: 2, stringUnit: fc.constantFrom("a", "b") });
  fc.assert(
    fc.property(small, small, (a, b) => {
      expect(sameJson(a, structuredClone(a))).toBe(true);
      expect(sameJson(a, b)).toBe(isDeepStrictEqual(plain(a), plain(b)));
    }),
  );
});
