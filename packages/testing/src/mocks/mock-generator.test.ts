import { describe, expect, test } from "vitest";
import { type MockCondition, mockGenerator } from "./mock-generator.ts";

const asks = (text: string) => (messages: unknown) => JSON.stringify(messages).includes(text);

test("steps are used up in order", () => {
  const mock = mockGenerator({ name: "m", script: [{ text: "one" }, { text: "two" }] });
  expect([mock.next(), mock.next(), mock.next()]).toEqual([{ text: "one" }, { text: "two" }, undefined]);
  mock.reset();
  expect(mock.next()).toEqual({ text: "one" });
});

test("conditions hold again and again, and those behind a step come after it", () => {
  const mock = mockGenerator({
    name: "m",
    script: [
      { when: asks("red"), text: "rose" },
      { text: "one" },
      { when: asks("blue"), text: "sky" },
      { text: "two" },
    ],
  });
  const said = ["red", "blue", "red", "blue", "green", "blue", "green"].map(
    (color) => mock.next([color])?.text,
  );
  expect(said).toEqual(["rose", "one", "rose", "sky", "two", "sky", undefined]);
});

test("the answer of a condition may stand under then", () => {
  const key = "then" as string;
  const entry = { when: asks("red"), [key]: { text: "rose" } } as MockCondition;
  const mock = mockGenerator({ name: "m", script: [entry] });
  expect([mock.next(["red"]), mock.next(["blue"]), mock.next(["red"])]).toEqual([
    { text: "rose" },
    undefined,
    { text: "rose" },
  ]);
  expect(mock.steps).toBe(0);
});

describe("price", () => {
  test.each([
    ["no step has tokens", [{ text: "a" }], undefined, { input: 0, output: 0 }],
    [
      "a step has tokens",
      [{ text: "a", usage: { promptTokens: 1, completionTokens: 1 } }],
      undefined,
      undefined,
    ],
    ["it is given", [{ text: "a" }], { input: 1, output: 2 }, { input: 1, output: 2 }],
  ])("%s", (_, script, price, expected) => {
    expect(mockGenerator({ name: "m", script, ...(price && { price }) }).price).toEqual(expected);
  });
});
