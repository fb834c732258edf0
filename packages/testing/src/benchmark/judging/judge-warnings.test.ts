import { expect, test } from "vitest";
import { panelWarnings, selfPreferenceWarnings } from "./judge-warnings.ts";

const warned = (rubric: string[], model = "a/one", judge = "a/one") =>
  selfPreferenceWarnings(
    {
      model,
      subjects: [{ name: "solo", kind: "baseline" } as never],
      tasks: [{ id: "t", category: "reasoning", prompt: "p", rubric }],
    },
    { models: [judge] },
  );

test("a judge that judges itself is told of, unless there is nothing to judge by", () => {
  expect(warned(["Says it"])).toEqual([
    expect.stringMatching(/^Self-preference: a\/one judges its own answers/),
  ]);
  expect(warned([])).toEqual([]);
});

test.each([
  ["openai/gpt-5.4-mini", "gpt-5.4-mini"],
  ["claude-haiku-4-5", "anthropic/claude-haiku-4-5"],
  ["gateway/openai/gpt-5.4", "vercel/openai/gpt-5.4"],
])("%s is judged by itself when it is called %s", (model, judge) => {
  expect(warned(["Says it"], model, judge)).toEqual([
    expect.stringContaining(`: ${model} judges its own answers`),
  ]);
});

test("another model of the same maker is of the family", () => {
  expect(warned(["Says it"], "openai/gpt-5.4-mini", "gpt-5.4")).toEqual([
    expect.stringContaining("the judge gpt-5.4 is of the same family as openai/gpt-5.4-mini"),
  ]);
});

test("a judge that a panel replaces is never asked, and that is said", () => {
  const panel = ["openai/gpt-5.4", "sim/judge"];
  expect(panelWarnings({ judgeModel: "a/one", judge: { panel } })).toEqual([
    "The judgeModel a/one is not asked, because judge.panel is in its place: leave it out, or add it to the panel.",
  ]);
  expect(panelWarnings({ judgeModel: "gpt-5.4", judge: { panel } })).toEqual([]);
  expect(panelWarnings({ judge: { panel } })).toEqual([]);
  expect(panelWarnings({ judgeModel: "a/one", judge: {} })).toEqual([]);
});
