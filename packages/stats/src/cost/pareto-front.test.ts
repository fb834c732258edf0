import fc from "fast-check";
import { expect, test } from "vitest";
import { score } from "../../test/arbitraries.ts";
import { oracles } from "../../test/oracles.ts";
import { type CostAndScore, paretoFront } from "./pareto-front.ts";

test("oracle: six subjects", () => {
  const points = Object.entries(oracles["pareto pts (cost,score)"]).map(([name, [cost, value]]) => ({
    name,
    cost: cost!,
    score: value!,
  }));
  expect(paretoFront(points).map(({ name }) => name)).toEqual(oracles["pareto frontier"]);
});

test("equal points stand together", () => {
  const twins = [
    { cost: 1, score: 0.5 },
    { cost: 1, score: 0.5 },
    { cost: 2, score: 0.5 },
  ];
  expect(paretoFront(twins)).toEqual(twins.slice(0, 2));
  expect(paretoFront([])).toEqual([]);
});

test("on the front exactly when nobody dominates", () => {
  const point = fc.record({ cost: fc.integer({ min: 0, max: 9 }), score });
  const dominates = (a: CostAndScore, b: CostAndScore) =>
    a.cost <= b.cost && a.score >= b.score && (a.cost < b.cost || a.score > b.score);
  fc.assert(
    fc.property(fc.array(point), (points) => {
      expect(paretoFront(points)).toEqual(points.filter((b) => !points.some((a) => dominates(a, b))));
    }),
  );
});

test("what only the machine's rounding tells apart is equal", () => {
  // Three runs at 0.1 and two; and thirds, added up from either end.
  const byCost = [
    { cost: (0.1 + 0.1 + 0.1) / 3, score: 0.5 },
    { cost: 0.1, score: 0.5 },
  ];
  const byScore = [
    { cost: 1, score: 0.1 + 0.2 + 0.3 },
    { cost: 1, score: 0.3 + 0.2 + 0.1 },
  ];
  for (const points of [byCost, byScore]) {
    expect(points[0]).not.toEqual(points[1]);
    expect(paretoFront(points)).toEqual(points);
  }
});
