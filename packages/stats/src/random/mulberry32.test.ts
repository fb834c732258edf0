import { expect, test } from "vitest";
import { oracles, six } from "../../test/oracles.ts";
import { times } from "../../test/simulation.ts";
import { mulberry32 } from "./mulberry32.ts";

test("oracle: the first five of seed 42", () => {
  expect(six(times(5, mulberry32(42)), 10)).toEqual(oracles["mulberry32(42) first five"]);
});

test("seeds are taken modulo 2³²; others give other numbers", () => {
  const first = (seed: number) => times(4, mulberry32(seed));
  expect(first(7 + 2 ** 32)).toEqual(first(7));
  expect(first(8)).not.toEqual(first(7));
});

test("evenly spread: ten bins within chance (χ² with 9 degrees of freedom below its 99.99 % point, 33.7)", () => {
  const random = mulberry32(1);
  const bins = new Array<number>(10).fill(0);
  for (let i = 0; i < 100_000; i++) bins[Math.floor(random() * 10)]!++;
  expect(bins.reduce((total, count) => total + (count - 1e4) ** 2 / 1e4, 0)).toBeLessThan(33.7);
});
