import { describe, expect, test } from "vitest";
import { tokenCount } from "../money/token-count.ts";
import { withCountsAsNumbers } from "./text-counts.ts";

const read = (answer: unknown) => JSON.parse(withCountsAsNumbers(JSON.stringify(answer)));

describe("plain digits are numbers, wherever a wire has its usage", () => {
  const [written, meant] = [
    { input_tokens: "12", output_tokens: 3 },
    { input_tokens: 12, output_tokens: 3 },
  ];

  test.each([
    ["a whole answer", { usage: written }, { usage: meant }],
    ["the start of a message", { message: { usage: written } }, { message: { usage: meant } }],
    ["a response", { response: { usage: written } }, { response: { usage: meant } }],
    [
      "chunks of Gemini in a list",
      [{ usageMetadata: { promptTokenCount: "7", trafficType: "ON_DEMAND" } }],
      [{ usageMetadata: { promptTokenCount: 7, trafficType: "ON_DEMAND" } }],
    ],
    [
      "details",
      { usage: { prompt_tokens_details: { cached_tokens: "5" }, list: [{ tokenCount: "6" }] } },
      { usage: { prompt_tokens_details: { cached_tokens: 5 }, list: [{ tokenCount: 6 }] } },
    ],
  ])("%s", (_, given, expected) => {
    expect(read(given)).toEqual(expected);
  });
});

test.each(["", " 7", "7 ", "-7", "+7", "7.5", "7e3", "0x7", "1,000", "seven", "٧"])(
  "%j is no number of tokens, and no sum with it is one",
  (text) => {
    const { input_tokens: count } = read({ usage: { input_tokens: text } }).usage;
    for (const other of [0, 1, 1e9]) {
      expect([tokenCount(count + other), tokenCount(count - other)]).toEqual([undefined, undefined]);
    }
  },
);

test("so many digits that no call has as many are a number that is none", () => {
  expect(tokenCount(read({ usage: { input_tokens: "9".repeat(12) } }).usage.input_tokens)).toBeUndefined();
});

test.each([
  ["numbers", { usage: { input_tokens: 12 } }],
  ["what is no count", { usage: { service_tier: "7", cost: "0.5" } }],
  ["what a model wrote", { content: [{ input: { input_tokens: "12" } }], usage: { input_tokens: 1 } }],
  ["the words of a model", { choices: [{ message: { content: '{"input_tokens":"12"}' } }] }],
  ["nothing", null],
])("%s stays as it is, to the byte", (_, answer) => {
  const json = JSON.stringify(answer, null, 1);
  expect(withCountsAsNumbers(json)).toBe(json);
});

test.each(['{"usage": {"input_tokens": "12"', "[DONE]", ""])("what is no JSON stays as it is: %j", (text) => {
  expect(withCountsAsNumbers(text)).toBe(text);
});
