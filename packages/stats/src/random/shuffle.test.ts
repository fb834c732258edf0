import { expect, test } from "vitest";
import { slack } from "../../test/simulation.ts";
import { mulberry32 } from "./mulberry32.ts";
import { shuffle } from "./shuffle.ts";

test("keeps the items and leaves the list alone", () => {
  const items = Object.freeze(["a", "b", "c", "d"]);
  const shuffled = shuffle(items, mulberry32(3));
  expect([...shuffled].sort()).toEqual(items);
  expect(shuffle(items, mulberry32(3))).toEqual(shuffled);
});

test("every order is equally likely", () => {
  const random = mulberry32(11);
  const counts = new Map<string, number>();
  for (let i = 0; i < 12_000; i++) {
    const order = shuffle(["a", "b", "c"], random).join("");
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect(counts.size).toBe(6);
  for (const count of counts.values()) {
    expect(Math.abs(count / 12_000 - 1 / 6)).toBeLessThan(slack(12_000, 1 / 6));
  }
});
