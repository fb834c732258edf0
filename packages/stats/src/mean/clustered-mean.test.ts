import fc from "fast-check";
import { expect, test } from "vitest";
import { reordered, runsByTask } from "../../test/arbitraries.ts";
import { estimated } from "../../test/estimated.ts";
import { A, B, oracles, six } from "../../test/oracles.ts";
import { clusteredMean } from "./clustered-mean.ts";
import { standardError } from "./standard-error.ts";

test("oracle: D6, Miller's formula and the small-sample one", () => {
  expect(six(estimated(clusteredMean(A, { smallSample: false })).standardError)).toBe(
    oracles["clusterSE_A.paper"],
  );
  expect(six(estimated(clusteredMean(A)).standardError)).toBe(oracles["clusterSE_A.inspect C/(C-1)"]);
  expect(six(estimated(clusteredMean(B)).standardError)).toBe(oracles["clusterSE_B.inspect"]);
});

test("says how much it was made of", () => {
  expect(clusteredMean([[1, 0], [], [1]])).toMatchObject({
    state: "estimated",
    clusters: 2,
    cells: 3,
    mean: 2 / 3,
  });
});

test("one cluster is no sample of clusters, and equal clusters show no spread", () => {
  expect(clusteredMean([[1, 0, 1], []])).toEqual({ state: "too-few-clusters", clusters: 1 });
  expect(clusteredMean([])).toEqual({ state: "too-few-clusters", clusters: 0 });
  expect(
    clusteredMean([
      [1, 0],
      [0, 1],
    ]),
  ).toEqual({ state: "zero-variance", clusters: 2, cells: 4, mean: 0.5 });
});

test("clusters of one cell are plain independent values", () => {
  fc.assert(
    fc.property(runsByTask, (tasks) => {
      const cells = tasks.flat();
      const result = clusteredMean(cells.map((cell) => [cell]));
      fc.pre(result.state === "estimated");
      expect(result.standardError).toBeCloseTo(standardError(cells)!, 12);
    }),
  );
});

test("the order of clusters does not matter", () => {
  fc.assert(
    fc.property(reordered(runsByTask), ([tasks, other]) => {
      const result = clusteredMean(tasks);
      fc.pre(result.state === "estimated");
      expect(estimated(clusteredMean(other)).standardError).toBeCloseTo(result.standardError, 12);
    }),
  );
});
