import { expect, test } from "vitest";
import { isExactNumber, parseExactJson } from "./exact-json.ts";

test("whole numbers that would be rounded are kept by their text, and only those", () => {
  const text = '{"big":12345678901234567891,"safe":[9007199254740991,1e20,0.1,"12345678901234567891"]}';
  const value = parseExactJson(text) as { big: unknown; safe: unknown[] };
  expect(JSON.stringify(value)).toBe(text.replace("1e20", "100000000000000000000"));
  expect(isExactNumber(value.big)).toBe(true);
  expect(value.safe).toEqual([9007199254740991, 1e20, 0.1, "12345678901234567891"]);
  expect(parseExactJson("12345678901234567891")).toEqual(value.big);
  expect(parseExactJson("12345678901234567890")).not.toEqual(value.big);
});

test("what is no JSON is none with long numbers too", () => {
  expect(() => parseExactJson("[12345678901234567891")).toThrow(SyntaxError);
});
