import { expect, test } from "vitest";
import { countOf, plainText, statusIn, usdOf } from "./json-facts.ts";

test.each([
  ["API Error: 402 fake 402: budget exceeded", 402],
  ["exceeded retry limit, last status: 429 Too Many Requests", 429],
  ["HTTP 503.", 503],
  ["budget of $0.012 reached ($0.013650 spent)", null],
  ["cost $450", null],
  ["port 45678 of 127.0.0.1", null],
  ["4200 tokens, 0.402 s", null],
])("the status in %j", (text, status) => {
  expect(statusIn(text)).toBe(status);
});

test("counts and amounts that are none", () => {
  for (const wrong of [-1, 1.5, Number.NaN, 1e13, "3", null, undefined, {}])
    expect(countOf(wrong)).toBeNull();
  for (const wrong of [-0.1, Number.NaN, Number.POSITIVE_INFINITY, 1e7, "3"]) expect(usdOf(wrong)).toBeNull();
  expect([countOf(0), usdOf(0.5)]).toEqual([0, 0.5]);
});

test("anything as text", () => {
  expect(plainText([{ type: "text", text: "a" }, { type: "image" }, { text: "b" }])).toBe("a\nb");
  expect([plainText("x"), plainText(null), plainText({ a: 1 }), plainText([1])]).toEqual([
    ...["x", "", '{"a":1}', "[1]"],
  ]);
});
