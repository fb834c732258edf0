import { expect, test } from "vitest";
import { RecentSizes } from "./recent-sizes.ts";

test("the last 32 count", () => {
  const sizes = new RecentSizes();
  expect([sizes.largest, sizes.mean]).toEqual([undefined, undefined]);
  sizes.add(1000);
  sizes.add(10);
  expect([sizes.largest, sizes.mean]).toEqual([1000, 505]);
  for (let i = 0; i < 30; i += 1) sizes.add(20);
  expect(sizes.largest).toBe(1000);
  sizes.add(20);
  expect([sizes.largest, sizes.mean]).toEqual([20, (10 + 31 * 20) / 32]);
});
