import { expect, test } from "vitest";
import { type CellEvidence, fromEvidence, toEvidence } from "./cell-evidence.ts";

const whole: CellEvidence = {
  ...{ latencyMs: 0, judgeScores: [0.5], judgeLeftOut: "the middle", outputForm: "text", madeIn: 2 },
  ...{ codeScores: { length: 1, none: Number.NaN }, scorerErrors: { broken: "oops" } },
};

test("what was kept is read as it was", () => {
  expect(fromEvidence(toEvidence(whole))).toEqual(whole);
  expect(fromEvidence({})).toEqual({});
});

test.each([
  ["latencyMs", [-1, "5", null]],
  ["findings", [{ a: 1 }, "x", null]],
  ["judgeScores", [0.5, {}]],
  ["judgeFailures", [{}, null]],
  ["judgeLeftOut", [5, {}, null]],
  ["codeScores", [[1, "x"], { a: null, b: "x" }, null, 5]],
  ["scorerErrors", [5, ["x"], { a: 5 }, null]],
])("%s of a run from elsewhere that cannot be it is not there", (name, values) => {
  for (const value of values) {
    const read = fromEvidence({ ...toEvidence(whole), [name]: value });
    expect(Object.keys(read)).not.toContain(name);
    expect(read).toMatchObject({ outputForm: "text", madeIn: 2 });
  }
});

test("a member called __proto__ changes nothing but itself", () => {
  const read = fromEvidence(JSON.parse('{"__proto__":{"latencyMs":5},"constructor":{"a":1}}'));
  expect(read.latencyMs).toBeUndefined();
});
