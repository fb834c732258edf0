import fc from "fast-check";
import { expect, test } from "vitest";
import { differences } from "../../test/arbitraries.ts";
import { normals, share, times } from "../../test/simulation.ts";
import { costRatio } from "../cost/cost-ratio.ts";
import { independentUnits } from "../input/independent-units.ts";
import { detectableDifference } from "../plan/detectable-difference.ts";
import { mulberry32 } from "../random/mulberry32.ts";
import { differenceBounds } from "./difference-bounds.ts";
import { isEquivalent } from "./equivalent.ts";
import { pairedT } from "./paired-t.ts";
import { signFlip } from "./sign-flip.ts";

/** Every task as often, one family each. */
function copied(values: readonly number[], copies: number) {
  const families = values.flatMap((_, at) => times(copies, () => at));
  return { values: families.map((at) => values[at]!), families };
}

const whole = fc.array(fc.constantFrom(-1, 0, 0, 0, 1), { minLength: 6, maxLength: 30 });
const copies = fc.integer({ min: 2, max: 4 });

test("copies in a family tell no more than one of them", () => {
  fc.assert(
    fc.property(fc.oneof(differences, whole), copies, fc.boolean(), (values, times, passOrFail) => {
      const { values: all, families } = copied(values, times);
      const close = (found: number | null | undefined, alone: number | null | undefined) => {
        if (typeof found === "number" && typeof alone === "number") expect(found).toBeCloseTo(alone, 8);
        else expect(found).toBe(alone);
      };
      const [found, alone] = [pairedT(all, { families }), pairedT(values)];
      expect(found.state).toBe(alone.state);
      if (found.state === "estimated" && alone.state === "estimated") {
        close(found.t, alone.t);
        close(found.p, alone.p);
      }
      close(signFlip(independentUnits(all, families).values).p, signFlip(values).p);
      expect(isEquivalent(all, { passOrFail, families, margin: 0.2 })).toBe(
        isEquivalent(values, { passOrFail, margin: 0.2 }),
      );
      const [bounds, boundsAlone] = [
        differenceBounds(all, { passOrFail, families }),
        differenceBounds(values, { passOrFail }),
      ];
      close(bounds?.[0], boundsAlone?.[0]);
      close(bounds?.[1], boundsAlone?.[1]);
      close(
        detectableDifference(all, { passOrFail, families }),
        detectableDifference(values, { passOrFail }),
      );
    }),
  );
});

test("signs of whole families are flipped: all patterns of a few families, counted by hand", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 3, maxLength: 14 }), (values) => {
      const families = values.map((_, task) => (task * task) % 5);
      const sums = new Map<number, number>();
      values.forEach((value, task) => {
        sums.set(families[task]!, (sums.get(families[task]!) ?? 0) + value);
      });
      const seen = Math.abs(values.reduce((sum, value) => sum + value, 0));
      let extreme = 0;
      for (let signs = 0; signs < 2 ** sums.size; signs++) {
        const total = [...sums.values()].reduce(
          (sum, value, at) => sum + (signs & (1 << at) ? value : -value),
          0,
        );
        if (Math.abs(total) >= seen) extreme++;
      }
      const found = signFlip(independentUnits(values, families).values);
      expect(found).toMatchObject({ exact: true, extreme, patterns: 2 ** sums.size });
    }),
  );
});

test("equivalence counts families: 59 that never differ, however many tasks they hold", () => {
  const never = (families: number, size: number) =>
    copied(
      times(families, () => 0),
      size,
    );
  const shown = ({ values, families }: ReturnType<typeof never>) =>
    isEquivalent(values, { passOrFail: true, families });
  expect(shown(never(59, 1))).toBe(true);
  expect(shown(never(59, 4))).toBe(true);
  expect(shown(never(58, 4))).toBe(false);
});

test.each([
  ["fours", times(24, () => 4)],
  ["different sizes", [...times(6, () => 8), ...times(30, () => 1)]],
])("a true loss at the margin is called equivalent at most 6 times of 100, in families of %s", (_, sizes) => {
  const random = mulberry32(5);
  const families = sizes.flatMap((size, family) => times(size, () => family));
  const claimed = share(1500, () => {
    const lost = sizes.map(() => (random() < 0.2 ? -1 : 0));
    return isEquivalent(
      families.map((family) => lost[family]!),
      { margin: 0.2, passOrFail: true, families },
    );
  });
  expect(claimed).toBeLessThan(0.06);
});

test("an end of the bounds is wrong at most 7 times of 100 in families of different sizes", () => {
  const sizes = [...times(6, () => 6), ...times(18, () => 1)];
  const families = sizes.flatMap((size, family) => times(size, () => family));
  const normal = normals(3);
  for (const passOrFail of [false, true]) {
    let [low, high] = [0, 0];
    for (let trial = 0; trial < 1500; trial++) {
      const own = sizes.map(() => 0.2 * normal());
      const bounds = differenceBounds(
        families.map((family) => own[family]!),
        { passOrFail, families },
      )!;
      if (bounds[0] > 0) low++;
      if (bounds[1] < 0) high++;
    }
    expect(Math.max(low, high) / 1500).toBeLessThan(0.07);
  }
});

test("cost ratios draw whole families: copies change nothing, and fewer than 20 families have no interval", () => {
  const random = mulberry32(9);
  const [above, below] = [times(24, () => 1 + random()), times(24, () => 1 + random())];
  const [copiesAbove, copiesBelow] = [copied(above, 3), copied(below, 3)];
  const alone = costRatio(above, below)!;
  const found = costRatio(copiesAbove.values, copiesBelow.values, { families: copiesAbove.families })!;
  expect(found.value).toBeCloseTo(alone.value, 12);
  expect(found.interval![0]).toBeCloseTo(alone.interval![0], 12);
  expect(found.interval![1]).toBeCloseTo(alone.interval![1], 12);
  const twos = above.map((_, task) => task >> 1);
  expect(costRatio(above, below, { families: twos })).toMatchObject({ interval: null });
});
