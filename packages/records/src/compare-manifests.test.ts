import { expect, test } from "vitest";
import { compareManifests } from "./compare-manifests.ts";
import type { RunManifest } from "./run.ts";

const manifest: RunManifest = {
  kind: "compare",
  name: "patterns",
  subjects: ["a"],
  tasks: { t: "h1", u: "h2" },
  runs: 2,
  models: { executor: "m" },
  conditions: { seed: 1, limits: { concurrency: 2, budget: 3 } },
  circumstances: { commit: "x" },
  simulated: false,
};

test("runs that differ in nothing that matters have no differences", () => {
  const other = {
    ...manifest,
    subjects: ["b", "c"],
    conditions: { limits: { budget: 3, concurrency: 2 }, seed: 1 },
    circumstances: { commit: "y", dirty: true },
  };
  expect(compareManifests(manifest, other)).toEqual([]);
});

test("each difference is named, with both sides", () => {
  const other: RunManifest = {
    ...manifest,
    kind: "bench",
    name: "suite",
    tasks: { t: "h9", v: "h3", w: "h4" },
    runs: 5,
    models: { executor: "n", judge: "j" },
    conditions: { seed: null, limits: { concurrency: 4, budget: 3 } },
    simulated: true,
  };
  expect(compareManifests(manifest, other)).toEqual([
    { what: "the kind of run", a: "compare", b: "bench" },
    { what: "the name", a: "patterns", b: "suite" },
    { what: "the tasks only in one of them", a: "u", b: "v, w" },
    { what: 'the content of task "t"', a: "h1", b: "h9" },
    { what: "the number of runs", a: "2", b: "5" },
    { what: 'model "executor"', a: "m", b: "n" },
    { what: 'model "judge"', a: "none", b: "j" },
    { what: 'condition "limits"', a: '{"budget":3,"concurrency":2}', b: '{"budget":3,"concurrency":4}' },
    { what: 'condition "seed"', a: "1", b: "null" },
    { what: "the models", a: "real", b: "simulated" },
  ]);
});

test("what is missing is told from what is called so, and odd names are found", () => {
  const odd = (value: string) => ({ ...manifest, models: {}, conditions: { toString: value } });
  expect(compareManifests({ ...manifest, models: {}, conditions: {} }, odd("none"))).toEqual([
    { what: 'condition "toString"', a: "none", b: '"none"' },
  ]);
});
