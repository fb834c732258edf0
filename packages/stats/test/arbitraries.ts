import fc from "fast-check";

/** A score from 0 to 1, in hundredths, so that ties happen. */
export const score = fc.integer({ min: 0, max: 100 }).map((value) => value / 100);

/** A difference of two scores, −1 to 1. */
export const difference = fc.integer({ min: -100, max: 100 }).map((value) => value / 100);

/** A list of differences with at least two different values. */
export const differences = fc
  .array(difference, { minLength: 2, maxLength: 40 })
  .filter((values) => new Set(values).size > 1);

/** Passes of some runs. */
export const passes = fc
  .integer({ min: 1, max: 300 })
  .chain((runs) => fc.record({ passed: fc.integer({ min: 0, max: runs }), runs: fc.constant(runs) }));

/** A confidence from 0.5 to 0.999. */
export const confidence = fc.integer({ min: 500, max: 999 }).map((value) => value / 1000);

/** Runs of some tasks, at least two each. */
export const runsByTask = fc.array(fc.array(score, { minLength: 2, maxLength: 5 }), {
  minLength: 2,
  maxLength: 12,
});

/** A p from 0 to 1. */
export const p = fc.integer({ min: 0, max: 1000 }).map((value) => value / 1000);

/** A list together with the same list in another order. */
export function reordered<Item>(list: fc.Arbitrary<Item[]>): fc.Arbitrary<[Item[], Item[]]> {
  return list.chain((items) =>
    fc.tuple(
      fc.constant(items),
      fc.shuffledSubarray(items, { minLength: items.length, maxLength: items.length }),
    ),
  );
}
