import fc from "fast-check";
import { expect, test } from "vitest";
import { oracles, six } from "../../test/oracles.ts";
import { lengthSlope } from "./length-slope.ts";

test("oracle: three answers to each of three tasks", () => {
  const lengths = [
    [120, 200, 90],
    [300, 260, 400],
    [80, 150, 100],
  ];
  const scores = [
    [0.5, 0.7, 0.4],
    [0.6, 0.55, 0.8],
    [0.3, 0.5, 0.45],
  ];
  expect(six(lengthSlope(lengths, scores))).toBe(
    oracles["verbosity slope within task (score per ln length)"],
  );
});

test("tasks that differ in length and score by themselves do not matter", () => {
  expect(
    lengthSlope(
      [
        [10, 10],
        [1000, 1000],
      ],
      [
        [0.1, 0.2],
        [0.8, 0.9],
      ],
    ),
  ).toBeNull();
  expect(lengthSlope([], [])).toBeNull();
});

test("finds the slope that scores were made with", () => {
  fc.assert(
    fc.property(fc.integer({ min: -10, max: 10 }), (slope) => {
      const lengths = [
        [10, 20, 40],
        [500, 700, 100],
      ];
      const scores = lengths.map((row, task) => row.map((length) => task + slope * Math.log(length)));
      expect(lengthSlope(lengths, scores)).toBeCloseTo(slope, 9);
    }),
  );
});

test("an answer without length has no logarithm", () => {
  expect(() => lengthSlope([[0, 1]], [[1, 1]])).toThrow("lengths[0] must be a finite number above 0");
});
