import fc from "fast-check";
import { expect, test } from "vitest";
import { reordered } from "../../test/arbitraries.ts";
import { estimated } from "../../test/estimated.ts";
import { oracles, six } from "../../test/oracles.ts";
import { krippendorffAlpha } from "./krippendorff.ts";

test("oracle: two raters on ten items, three raters on six", () => {
  const pairs = oracles.human.map((label, i) => [label, oracles.judge[i]!]);
  expect(six(estimated(krippendorffAlpha(pairs)).alpha)).toBe(oracles["krippendorff nominal"]);
  expect(six(estimated(krippendorffAlpha(oracles.u3)).alpha)).toBe(oracles["krippendorff nominal u3"]);
  expect(six(estimated(krippendorffAlpha(oracles.u3, { level: "interval" })).alpha)).toBe(
    oracles["krippendorff interval u3"],
  );
});

test("oracle: the cases of Inspect", () => {
  const three = krippendorffAlpha([
    [1, 1, 1],
    [0, 0, 0],
    [1, 1, 1],
    [0, 0, 1],
  ]);
  const opposed = krippendorffAlpha([
    [0, 1],
    [0, 1],
    [1, 0],
    [1, 0],
  ]);
  expect(six([estimated(three).alpha, estimated(opposed).alpha])).toEqual(
    oracles["krippendorff nominal (Inspect cases)"],
  );
});

test("missing ratings are left out, and items with one rating too", () => {
  const full = krippendorffAlpha([
    ["a", "a"],
    ["b", "a"],
    ["b", "b"],
  ]);
  expect(krippendorffAlpha([["a", null, "a"], ["b", "a"], ["b", "b"], ["a", null], []])).toEqual(full);
  expect(full).toMatchObject({ items: 3, ratings: 6 });
});

test("no pairs, or no variation, has no alpha", () => {
  expect(krippendorffAlpha([[1], [null, 2]])).toEqual({ state: "no-pairs", items: 0 });
  expect(
    krippendorffAlpha([
      [1, 1],
      [1, 1],
    ]),
  ).toEqual({ state: "no-variation", items: 2, ratings: 4 });
  expect(
    krippendorffAlpha(
      [
        [2, 2],
        [2, 2],
      ],
      { level: "interval" },
    ).state,
  ).toBe("no-variation");
});

test("words have no distances", () => {
  expect(() => krippendorffAlpha([["a", "b"]], { level: "interval" })).toThrow("a rating must be a number");
});

test("two classes at distance one are the same at both levels; order does not matter; at most 1", () => {
  const rows = fc.array(fc.array(fc.constantFrom(0, 1), { minLength: 2, maxLength: 5 }), { minLength: 2 });
  fc.assert(
    fc.property(reordered(rows), ([items, other]) => {
      const result = krippendorffAlpha(items);
      fc.pre(result.state === "estimated");
      expect(result.alpha).toBeLessThanOrEqual(1);
      expect(estimated(krippendorffAlpha(items, { level: "interval" })).alpha).toBeCloseTo(result.alpha, 9);
      expect(estimated(krippendorffAlpha(other)).alpha).toBeCloseTo(result.alpha, 9);
    }),
  );
});
