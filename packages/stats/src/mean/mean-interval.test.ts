import fc from "fast-check";
import { expect, test } from "vitest";
import { confidence, differences, reordered } from "../../test/arbitraries.ts";
import { estimated } from "../../test/estimated.ts";
import { A, oracles, six } from "../../test/oracles.ts";
import { normals, share, slack, times } from "../../test/simulation.ts";
import { clusteredMean } from "./clustered-mean.ts";
import { meanInterval } from "./mean-interval.ts";

test("oracle: half-widths of a t interval for a deviation of 0.2", () => {
  const half = (tasks: number) => {
    // Values ±1 in equal number, scaled to a sample deviation of exactly 0.2.
    const size = 0.2 * Math.sqrt((tasks - 1) / tasks);
    const { mean, interval } = estimated(meanInterval(times(tasks, (i) => (i % 2 ? size : -size))));
    return interval[1] - mean;
  };
  expect(six([10, 20, 40, 100].map(half))).toEqual(oracles["fixed-n t halfwidth s=.2 t=10,20,40,100"]);
});

test("too few tasks, or families, and no variance are states, not numbers", () => {
  expect(meanInterval([])).toEqual({ state: "too-few-tasks", tasks: 0 });
  expect(meanInterval([0.4])).toEqual({ state: "too-few-tasks", tasks: 1 });
  expect(meanInterval([0.4, 0.8], { families: ["x", "x"] })).toEqual({ state: "too-few-tasks", tasks: 2 });
  expect(meanInterval([1, 1, 1])).toEqual({ state: "zero-variance", tasks: 3, mean: 1 });
  expect(meanInterval([1 / 3, 1 - 2 / 3, 2 / 3 - 1 / 3]).state).toBe("zero-variance");
  expect(meanInterval([0, 1, 1, 0], { families: ["x", "x", "y", "y"] })).toMatchObject({
    state: "zero-variance",
    mean: 0.5,
  });
});

test("families given for only some tasks are refused", () => {
  expect(() => meanInterval([1, 2], { families: ["x"] })).toThrow("families must be as long as values (2)");
});

test("a confidence that is none is refused", () => {
  expect(() => meanInterval([1, 2], { confidence: 95 })).toThrow("confidence must be");
});

test("every task its own family changes nothing", () => {
  fc.assert(
    fc.property(differences, (values) => {
      const plain = estimated(meanInterval(values));
      const alone = estimated(meanInterval(values, { families: values.map((_, i) => i) }));
      expect(alone.standardError).toBeCloseTo(plain.standardError, 12);
      expect(alone.degreesOfFreedom).toBe(plain.degreesOfFreedom);
    }),
  );
});

test("copying every task into a family adds nothing: the interval is that of the originals", () => {
  fc.assert(
    fc.property(differences, (values) => {
      const once = estimated(meanInterval(values));
      const copies = [...values, ...values, ...values];
      const families = copies.map((_, i) => i % values.length);
      const result = estimated(meanInterval(copies, { families }));
      expect(result.standardError).toBeCloseTo(once.standardError, 12);
      expect(result.interval[1]).toBeCloseTo(once.interval[1], 10);
    }),
  );
});

test("holds the mean in its middle, widens with confidence, and ignores the order", () => {
  fc.assert(
    fc.property(reordered(differences), confidence, ([values, other], level) => {
      const { mean, interval } = estimated(meanInterval(values, { confidence: level }));
      expect(interval[0]).toBeLessThanOrEqual(mean);
      expect((interval[0] + interval[1]) / 2).toBeCloseTo(mean, 10);
      const wider = estimated(meanInterval(values, { confidence: level + 0.0005 })).interval;
      expect(wider[1]).toBeGreaterThan(interval[1]);
      expect(estimated(meanInterval(other, { confidence: level })).interval[0]).toBeCloseTo(interval[0], 10);
    }),
  );
});

test.each([2, 5, 20])("holds the truth as often as it says with %d tasks", (tasks) => {
  const normal = normals(tasks);
  const held = share(3000, () => {
    const [low, high] = estimated(meanInterval(times(tasks, () => 0.3 + normal()))).interval;
    return low <= 0.3 && 0.3 <= high;
  });
  expect(Math.abs(held - 0.95)).toBeLessThan(slack(3000, 0.95));
});

test("oracle: D6, the cells of a task as a family of tasks, by the clustered formula of STATISTICS B.1", () => {
  const families = A.flatMap((runs, task) => runs.map(() => task));
  const result = estimated(meanInterval(A.flat(), { families }));
  expect(six(result.standardError)).toBe(oracles["clusterSE_A.inspect C/(C-1)"]);
  expect(result.degreesOfFreedom).toBe(5);
});

test("families of one size have the clustered standard error with its factor F/(F − 1)", () => {
  fc.assert(
    fc.property(differences, fc.integer({ min: 1, max: 4 }), (values, size) => {
      const tasks = values.flatMap((value, at) => times(size, (i) => value + ((at * i) % 3) / 10));
      const families = tasks.map((_, task) => Math.floor(task / size));
      const clusters = values.map((_, at) => tasks.slice(at * size, (at + 1) * size));
      const found = meanInterval(tasks, { families });
      const expected = clusteredMean(clusters);
      expect(found.state).toBe(expected.state);
      if (found.state === "estimated" && expected.state === "estimated")
        expect(found.standardError).toBeCloseTo(expected.standardError, 12);
    }),
  );
});

test("families of different sizes: each is left out in turn, by hand", () => {
  const found = estimated(meanInterval([0.2, 0.4, 0.6, 0.3], { families: ["x", "x", "y", "z"] }));
  // Without x the mean is 0.45, without y 0.3, without z 0.4; with all of them 0.375.
  const squares = (0.45 - 0.375) ** 2 + (0.3 - 0.375) ** 2 + (0.4 - 0.375) ** 2;
  expect(found.mean).toBeCloseTo(0.375, 12);
  expect(found.standardError).toBeCloseTo(Math.sqrt((2 / 3) * squares), 12);
  // They count as 4² / (2² + 1 + 1) families.
  expect(found.degreesOfFreedom).toBeCloseTo(16 / 6 - 1, 12);
});

test.each([
  ["one size", [4, 4, 4, 4, 4, 4]],
  ["two sizes", [6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1]],
  ["many sizes", [8, 4, 4, 2, 2, 1]],
  ["one that holds most", [15, 1, 1, 1, 1, 1]],
])("holds the truth 93 times of 100 where siblings are all alike, in families of %s", (_, sizes) => {
  const normal = normals(sizes.length);
  const families = sizes.flatMap((size, family) => times(size, () => family));
  const held = share(4000, () => {
    const own = sizes.map(() => 0.3 + normal());
    const found = estimated(
      meanInterval(
        families.map((family) => own[family]!),
        { families },
      ),
    );
    return found.interval[0] <= 0.3 && 0.3 <= found.interval[1];
  });
  expect(held).toBeGreaterThan(0.945 - slack(4000, 0.05));
});
