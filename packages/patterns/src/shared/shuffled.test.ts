import { expect, test } from "vitest";
import { shuffled } from "./shuffled.ts";

test("the order follows from the seed and nothing is lost", () => {
  const list = ["a", "b", "c", "d"];
  expect(shuffled(list, "seed")).toEqual(shuffled([...list], "seed"));
  expect(shuffled(list, "seed").sort()).toEqual(list);
  expect(list).toEqual(["a", "b", "c", "d"]);
});

test("over many seeds every element stands at every place as often", () => {
  const firsts = Array.from({ length: 3000 }, (_, seed) => shuffled(["a", "b", "c"], String(seed))[0]);
  for (const element of ["a", "b", "c"]) {
    const count = firsts.filter((first) => first === element).length;
    expect(count).toBeGreaterThan(850);
    expect(count).toBeLessThan(1150);
  }
});
