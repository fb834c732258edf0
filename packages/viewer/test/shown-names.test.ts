import { expect, test } from "vitest";
import { shownNames } from "../page/cell/shown-names.ts";

const names = (...events: [depth: number, who: string][]) =>
  shownNames(events.map(([depth, who]) => ({ depth, who })));

test("a part of a pattern is shown without the name of the pattern, which stands above it", () => {
  expect(
    names(
      [0, "bench-supervisor"],
      [1, "bench-supervisor-planner"],
      [2, "add"],
      [1, "bench-supervisor-worker"],
    ),
  ).toEqual(["bench-supervisor", "planner", "add", "worker"]);
});

test("the longest name above it is left out, and what has another name is shown whole", () => {
  expect(names([0, "a"], [1, "a-b"], [2, "a-b-c"], [0, "a-b-c"])).toEqual(["a", "b", "c", "a-b-c"]);
  expect(names([0, "ask"], [1, "asker"], [1, "ask-"], [1, "ask"])).toEqual(["ask", "asker", "ask-", "ask"]);
  expect(names([0, ""], [1, "-x"])).toEqual(["", "-x"]);
});
