import { expect, test } from "vitest";
import { judgedCriteria } from "./judged-evidence.ts";

test("expectations that a judge holds are criteria, those with a not the other way round", () => {
  const expectation = (source: string, pass: boolean | null) => ({
    ...{ expectation: source, pass, evidence: "the judge: line 3 says so" },
  });
  const found = judgedCriteria({
    expectations: [
      expectation("file:a.ts exists", true),
      expectation("judge:The names are clear", true),
      expectation("judge: Nothing is left over", false),
      expectation("not judge:It is longer than before", true),
      expectation("not judge:It repeats itself", false),
      expectation("judge:It is polite", null),
    ],
  });
  expect(found.map(({ criterion, verdict }) => [criterion, verdict])).toEqual([
    ["The names are clear", "met"],
    ["Nothing is left over", "unmet"],
    ["It is longer than before", "unmet"],
    ["It repeats itself", "met"],
    ["It is polite", "cannot-judge"],
  ]);
  expect(found[0]).toMatchObject({ evidence: "line 3 says so", weight: 1 });
});

test("evidence of another shape has nothing judged in it", () => {
  expect(judgedCriteria({ expectations: "none", findings: 3 })).toEqual([]);
});
