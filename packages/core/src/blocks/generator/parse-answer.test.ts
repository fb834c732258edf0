import { expect, test } from "vitest";
import { parseLeniently, parseStrictly } from "./parse-answer.ts";

test.each([
  ['{"a":1}', { a: 1 }],
  ['```json\n{"a":1}\n```', { a: 1 }],
  ["```\n[1,2]\n```", [1, 2]],
  ['Here it is:\n```json\n{"a":1}\n```\nBye.', { a: 1 }],
  ["{a: 1, b: 'x',}", { a: 1, b: "x" }],
  ['The result is {"a": [1, 2]} as asked.', { a: [1, 2] }],
  ['<think>It is {b}, or {"a":2}.</think>\n{"a":1}', { a: 1 }],
  ['<think>```json\n{"a":2}\n```</think>\n```json\n{"a":1}\n```', { a: 1 }],
  ['I draft {"a":2} first.\n</think>\n\nHere: {"a":1}', { a: 1 }],
  ['```json\n{"a":"it says </think> there"}\n```', { a: "it says </think> there" }],
  ['<think>\nMaybe {"a": 2}, or [3]?\n</think>\n\n{"a": 1}', { a: 1 }],
  ['```json\n{"quote": "<think>2</think> 1"}\n```', { quote: "<think>2</think> 1" }],
  ['<think>\nIt says </think> {"a":2}\n</think>\n{"quote": "2</think>1",}', { quote: "2</think>1" }],
  ['So: {"quote": "</think> {\\"a\\":2}"}', { quote: '</think> {"a":2}' }],
  ['It has\n```python\nx = [1]\n```\nso:\n```json\n{"a":1}\n```', { a: 1 }],
  ['```json\n{"a":2}\n```\nOn second thoughts:\n```json\n{"a":1}\n```\nwhich prints\n```\n5\n```', { a: 1 }],
  ['```json\n{"a":1,}\n```\nTry it:\n```sh\nnpm test\n```', { a: 1 }],
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

test("a draft is no answer where the thinking was cut off, nor where the words after it were", async () => {
  for (const text of ['<think>```json\n{"a":1}\n``` and', 'First {"a":1}, then {"a":'])
    expect(await parseLeniently(text, true)).toMatchObject({ ok: false, message: /cut off/ });
  expect(await parseLeniently('<think>{"a":1}', false)).toMatchObject({ ok: false });
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
