import { expect, test } from "vitest";
import { tasksOf } from "../../test/support/plain-models.ts";
import { comparePatterns } from "./compare-patterns.ts";
import { defineBenchmark } from "./define-benchmark.ts";

const good = { name: "mine", tasks: tasksOf("a"), model: "sim/strong" };

test.each([
  ["no name", { name: undefined }, "The benchmark has no name"],
  ["a name that is a number", { name: 3 }, "The benchmark has the name 3"],
  [
    "patterns that are a text",
    { patterns: "debate" },
    'The benchmark mine has the patterns "debate": give a list',
  ],
  ["patterns with a hole", { patterns: ["debate", null] }, "give a list of names"],
  ["patterns with a gap", { patterns: new Array(1) }, "patterns has nothing at place 1"],
  ["subjects that are no list", { subjects: {} }, "no list of subjects"],
  ["a registry that is a text", { registry: "all" }, "a registry that is no object"],
  ["a slip", { maxCostUSD: 1 }, "There is no field maxCostUSD: did you mean maxCostUsd?"],
  ["a slip in a name of the page", { subject: [] }, "There is no field subject: did you mean subjects?"],
  ["a slip of the judge", { judge: { repeat: 3 } }, "no field judge.repeat: did you mean judge.repeats?"],
  [
    "models of baselines and no baseline",
    { baseline: false, baselineModels: ["a/b"] },
    "baseline is false, so the baselineModels a/b would not run",
  ],
  ["no tasks", { tasks: [] }, "The benchmark mine has an empty task suite"],
])("%s", (_what, change, message) => {
  expect(() => defineBenchmark({ ...good, ...change } as never)).toThrow(
    expect.objectContaining({ code: "benchmark-config", message: expect.stringContaining(message) }),
  );
});

test.each([undefined, null, "benchmark"])("%s is no definition, and that is said", (nothing) => {
  expect(() => defineBenchmark(nothing as never)).toThrow(
    expect.objectContaining({ code: "benchmark-config", problems: expect.any(Array) }),
  );
  expect(() => defineBenchmark(nothing as never)).not.toThrow(/undefined|null/);
});

test("names of patterns that are a text are an error that says so", async () => {
  const { name: _name, ...config } = good;
  await expect(comparePatterns({}, "debate" as never, config)).rejects.toMatchObject({
    code: "benchmark-config",
    message: expect.stringContaining('The patterns are "debate"'),
  });
});
