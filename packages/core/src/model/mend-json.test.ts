import { expect, test } from "vitest";
import { mendJson } from "./mend-json.ts";

const add = (answer: unknown) => {
  (answer as { more?: number }).more = 1;
  return true;
};

test("what is concerned is changed in place and written anew", () => {
  expect(mendJson('{ "a": 1 }', /"a"/, add)).toBe('{"a":1,"more":1}');
});

test.each([
  ["what is not concerned", '{ "b": 1 }', add],
  ["what is no JSON", '{ "a": ', add],
  ["what needs no change", '{ "a": 1 }', () => false],
])("%s stays as it is, to the letter", (_, json, mend) => {
  expect(mendJson(json, /"a"/, mend)).toBe(json);
});
