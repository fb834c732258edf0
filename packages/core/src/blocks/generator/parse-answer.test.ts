import { expect, test } from "vitest";
import { parseLeniently, parseStrictly } from "./parse-answer.ts";

test.each([
  ['{"a":1}', { a: 1 }],
  ['```json\n{"a":1}\n```', { a: 1 }],
  ["```\n[1,2]\n```", [1, 2]],
  ['Here it is:\n```json\n{"a":1}\n```\nBye.', { a: 1 }],
  ["{a: 1, b: 'x',}", { a: 1, b: "x" }],
  ['The result is {"a": [1, 2]} as asked.', { a: [1, 2] }],
  ['<think>\nMaybe {"a": 2}, or [3]?\n</think>\n\n{"a": 1}', { a: 1 }],
  ['Maybe {"a": 2}?\n</think>\n```json\n{"a": 1}\n```', { a: 1 }],
  ['```json\n{"quote": "<think>2</think> 1"}\n```', { quote: "<think>2</think> 1" }],
  ['<think>\nShort.\n</think>\n{"quote": "2</think>1",}', { quote: "2</think>1" }],
  ["5", 5],
  ['"text"', "text"],
])("reads %j", async (text, value) => {
  expect(await parseLeniently(text, false)).toEqual({ ok: true, value });
});

test("plain words are no JSON", async () => {
  expect(await parseLeniently("I would rather not.", false)).toMatchObject({ ok: false });
});

test("what was cut off is not completed", async () => {
  expect(await parseLeniently('{"a":[1,2', true)).toMatchObject({ ok: false, message: /cut off/ });
});

test("strictly, only JSON is JSON", () => {
  expect(parseStrictly('{"a":1,}')).toMatchObject({ ok: false });
  expect(parseStrictly('{"a":1}')).toEqual({ ok: true, value: { a: 1 } });
});

test.each([
  ["blanks without end in a code fence", `\`\`\`json\n{"a": 1${" ".repeat(300_000)}`],
  ["words that no JSON can be made of", `[${"it's ".repeat(20_000)}]`],
])("%s do not hold up the process", async (_, text) => {
  const started = performance.now();
  expect(await parseLeniently(text, false)).toBeDefined();
  expect(performance.now() - started).toBeLessThan(10_000);
});
