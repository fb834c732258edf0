import { expect, test } from "vitest";
import { oracles, six } from "../../test/oracles.ts";
import { selfPreference } from "./self-preference.ts";

test("oracle: a judge that likes its own", () => {
  const scores = { ownByJudge: 0.82, ownByOthers: 0.74, otherByJudge: 0.7, otherByOthers: 0.71 };
  expect(six(selfPreference(scores))).toBe(oracles["selfPreference(J1)=(.82-.74)-(.70-.71)"]);
});

test("a judge that is mild to all is fair", () => {
  const scores = { ownByJudge: 0.75, ownByOthers: 0.5, otherByJudge: 0.5, otherByOthers: 0.25 };
  expect(selfPreference(scores)).toBe(0);
  expect(() => selfPreference({ ...scores, ownByJudge: Number.NaN })).toThrow(
    "scores[0] must be a finite number",
  );
});
