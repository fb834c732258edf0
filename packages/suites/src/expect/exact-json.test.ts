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

test("a whole number with nothing but zeros behind its point is that whole number", () => {
  const whole = parseExactJson("100000000000000000000001");
  expect(parseExactJson("100000000000000000000001.00")).toEqual(whole);
  expect(parseExactJson("1234567890123456.0")).toBe(1234567890123456);
  expect(parseExactJson("1234567890123456.5")).toBe(1234567890123456.5);
});

test("what is no JSON is none with long numbers too", () => {
  expect(() => parseExactJson("[12345678901234567891")).toThrow(SyntaxError);
});
