import { expect, test } from "vitest";
import { selfPreferenceWarnings } from "./judge-warnings.ts";

const warned = (rubric: string[]) =>
  selfPreferenceWarnings(
    {
      model: "a/one",
      subjects: [{ name: "solo", kind: "baseline" } as never],
      tasks: [{ id: "t", category: "reasoning", prompt: "p", rubric }],
    },
    { models: ["a/one"] },
  );

test("a judge that judges itself is told of, unless there is nothing to judge by", () => {
  expect(warned(["Says it"])).toEqual([
    expect.stringMatching(/^Self-preference: a\/one judges its own answers/),
  ]);
  expect(warned([])).toEqual([]);
});
