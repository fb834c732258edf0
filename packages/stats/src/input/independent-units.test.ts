import fc from "fast-check";
import { expect, test } from "vitest";
import { differences } from "../../test/arbitraries.ts";
import { mean } from "../summary/mean.ts";
import { independentUnits } from "./independent-units.ts";

test("tasks alone are units as they are, named or not", () => {
  const values = [0.1, 0.3, 0.2];
  const alone = { values, sizes: null, effective: 3, degreesOfFreedom: 2 };
  expect(independentUnits(values)).toEqual(alone);
  expect(independentUnits(values, ["x", 1, "y"])).toEqual(alone);
});

test("siblings are one unit, and units of one size count as many as they are", () => {
  expect(independentUnits([1, 0, 1, 1], ["x", "x", "y", "y"])).toEqual({
    ...{ values: [0.5, 1], sizes: [2, 2], effective: 2, degreesOfFreedom: 1 },
  });
});

test("units of different sizes count as fewer, and one that holds most tasks hardly as two", () => {
  const sizes = [8, 4, 4, 2, 2, 1];
  const families = sizes.flatMap((size, family) => new Array<number>(size).fill(family));
  // 21² / (64 + 2·16 + 2·4 + 1).
  expect(
    independentUnits(
      families.map(() => 0),
      families,
    ),
  ).toMatchObject({ sizes, effective: 4.2, degreesOfFreedom: 3.2 });
  const most = [...new Array<number>(15).fill(0), 1, 2, 3, 4, 5];
  const { effective, degreesOfFreedom } = independentUnits(
    most.map(() => 0),
    most,
  );
  expect(effective).toBeCloseTo(1.739, 3);
  expect(degreesOfFreedom).toBe(1);
});

test("the mean over units is the mean over tasks", () => {
  fc.assert(
    fc.property(differences, fc.integer({ min: 1, max: 7 }), (values, families) => {
      const { values: units } = independentUnits(
        values,
        values.map((_, task) => task % families),
      );
      expect(mean(units)).toBeCloseTo(mean(values)!, 12);
    }),
  );
});

test("families given for only some tasks are refused", () => {
  expect(() => independentUnits([1, 2], ["x"])).toThrow("families must be as long as values (2)");
});
