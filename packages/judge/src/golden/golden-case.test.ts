import { expect, test } from "vitest";
import { checkGolden, type GoldenCase, GoldenSetError } from "./golden-case.ts";

const fine: GoldenCase = { prompt: "p", rubric: ["a", "b"], output: "o", labels: [true, false] };

test("a golden set that can be used is let through, an empty one too", () => {
  expect(() => checkGolden([fine, { ...fine, id: "second" }, fine])).not.toThrow();
  expect(() => checkGolden([])).not.toThrow();
});

test.each([
  [{ labels: [true] }, "item odd has 1 labels for 2 criteria; give one for each."],
  [{ labels: undefined }, "item odd has 0 labels for 2 criteria"],
  [{ labels: [true, "yes"] }, "item odd has a label that is neither true nor false."],
  [{ rubric: [] }, "item odd has a rubric that cannot be used: it has no criterion; give one."],
  [{ rubric: ["a", " "] }, "item odd has a rubric that cannot be used: criterion 2 has no text."],
  [{ prompt: undefined }, "item odd has no prompt."],
  [{ id: "0" }, "item 0 is there twice"],
])("%j is refused, by the name of the item", (change, problem) => {
  const golden = [fine, { ...fine, id: "odd", ...change } as GoldenCase];
  expect(() => checkGolden(golden)).toThrow(GoldenSetError);
  expect(() => checkGolden(golden)).toThrow(problem);
});

test("what is no item at all is refused by its place", () => {
  expect(() => checkGolden([fine, null as unknown as GoldenCase])).toThrow("item 1 has no prompt");
});
