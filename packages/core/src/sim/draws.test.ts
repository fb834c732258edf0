import { expect, test } from "vitest";
import { binomialBounds } from "../../test/support/binomial-bounds.ts";
import { createDraws } from "./draws.ts";

test("the same key and purpose give the same draw, in any order", () => {
  const one = createDraws("key");
  const other = createDraws("key");
  const a = one.uniform("a");
  const b = one.uniform("b");
  expect(other.uniform("b")).toBe(b);
  expect(other.uniform("a")).toBe(a);
  expect(a).not.toBe(b);
  expect(one.id).toBe(other.id);
  expect(one.id).toMatch(/^[0-9a-f]{16}$/);
});

test("draws are even over neighbouring keys", () => {
  const buckets = Array.from({ length: 10 }, () => 0);
  const trials = 20_000;
  for (let key = 0; key < trials; key++) {
    const bucket = Math.floor(createDraws(`cell ${key}`).uniform("right") * 10);
    buckets[bucket] = buckets[bucket]! + 1;
  }
  const { low, high } = binomialBounds(trials, 0.1);
  for (const count of buckets) {
    expect(count).toBeGreaterThanOrEqual(low);
    expect(count).toBeLessThanOrEqual(high);
  }
});

test("draws of two purposes and of neighbouring keys are independent", () => {
  const trials = 20_000;
  let purposes = 0;
  let keys = 0;
  for (let key = 0; key < trials; key++) {
    const draws = createDraws(`cell ${key}`);
    if (draws.chance("a", 0.5) && draws.chance("b", 0.5)) purposes += 1;
    if (draws.chance("a", 0.5) && createDraws(`cell ${key + 1}`).chance("a", 0.5)) keys += 1;
  }
  const { low, high } = binomialBounds(trials, 0.25);
  expect(purposes).toBeGreaterThanOrEqual(low);
  expect(purposes).toBeLessThanOrEqual(high);
  // Pairs of neighbours overlap, which widens the bounds by no more than the square root of two.
  expect(Math.abs(keys - trials / 4)).toBeLessThan(1.5 * (high - trials / 4));
});

test("chance is certain at its ends and pick reaches the whole list", () => {
  const picked = new Set<string>();
  for (let key = 0; key < 200; key++) {
    const draws = createDraws(String(key));
    expect(draws.chance("x", 0)).toBe(false);
    expect(draws.chance("x", 1)).toBe(true);
    picked.add(draws.pick("x", ["a", "b", "c"]));
  }
  expect([...picked].toSorted()).toEqual(["a", "b", "c"]);
});
