import fc from "fast-check";
import { expect, test } from "vitest";
import { score } from "../../test/arbitraries.ts";
import { times } from "../../test/simulation.ts";
import { wilsonInterval } from "../rate/wilson.ts";
import { meanInterval } from "./mean-interval.ts";
import { scoreInterval } from "./score-interval.ts";

test("Wilson where every task was run once and passed or failed, else Student's t", () => {
  const means = [1, 1, 0, 1, 0, 1];
  expect(scoreInterval(means, { once: true })).toEqual(wilsonInterval({ passed: 4, runs: 6 }));
  const t = meanInterval(means);
  expect(t.state === "estimated" && t.interval[0]).toBeCloseTo(scoreInterval(means, { once: false })![0], 12);
  expect(scoreInterval(means, { once: false })![1]).toBe(1);
});

test("Wilson where all passed or none did, whatever the runs, and nothing of other scores that do not vary", () => {
  expect(scoreInterval([1, 1, 1], { once: false })).toEqual(wilsonInterval({ passed: 3, runs: 3 }));
  expect(scoreInterval([0, 0], { once: false })).toEqual(wilsonInterval({ passed: 0, runs: 2 }));
  expect(scoreInterval([0.5, 0.5], { once: false })).toBeNull();
  expect(scoreInterval([1], { once: true })).toBeNull();
});

test("families that passed whole are counted, not their tasks; of different sizes as the fewer they count as", () => {
  const twos = ["x", "x", "y", "y", "z", "z"];
  expect(scoreInterval([1, 1, 1, 1, 1, 1], { once: true, families: twos })).toEqual(
    wilsonInterval({ passed: 3, runs: 3 }),
  );
  // 6² / (4² + 1 + 1) is 2.
  expect(scoreInterval([1, 1, 1, 1, 1, 1], { once: true, families: ["x", "x", "x", "x", "y", "z"] })).toEqual(
    wilsonInterval({ passed: 2, runs: 2 }),
  );
  expect(scoreInterval([1, 0], { once: true, families: ["x", "x"] })).toBeNull();
});

test("copies in a family change nothing", () => {
  const means = fc.array(fc.oneof(score, fc.constantFrom(0, 1)), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(means, fc.integer({ min: 2, max: 4 }), fc.boolean(), (values, copies, once) => {
      const families = values.flatMap((_, at) => times(copies, () => at));
      const copied = scoreInterval(
        families.map((at) => values[at]!),
        { once, families },
      );
      const alone = scoreInterval(values, { once });
      expect(copied === null).toBe(alone === null);
      copied?.forEach((end, at) => {
        expect(end).toBeCloseTo(alone![at]!, 10);
      });
    }),
  );
});
