import type { RunManifest } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { manifestOf, planCells, planOf } from "../index.ts";
import { checkManifest } from "./manifest-of.ts";

const plan = planCells({
  subjects: ["a", "b"],
  tasks: [
    { id: "p", hash: "1" },
    { id: "q", hash: "2" },
  ],
  runs: 3,
  baseline: "b",
});
const manifest = manifestOf(plan, { kind: "example", name: "n", simulated: true, models: { judge: "x/y" } });

test("is filled in from the plan", () => {
  expect(manifest).toEqual({
    ...{ kind: "example", name: "n", simulated: true, models: { judge: "x/y" } },
    ...{ subjects: ["b", "a"], tasks: { p: "1", q: "2" }, runs: 3, conditions: {}, circumstances: {} },
  });
  const cells = planOf([{ subject: "a", task: "p", run: 1, taskHash: "1" }]);
  expect(manifestOf(cells, { kind: "k", name: "n", simulated: false })).toMatchObject({ runs: 2 });
});

test("fits in any order of its subjects", () => {
  expect(() => checkManifest({ ...manifest, subjects: ["a", "b"] }, plan)).not.toThrow();
});

test.each<[Partial<RunManifest>, string]>([
  [{ subjects: ["a", "b", "c"] }, "The manifest has subjects that are not in the plan (c)"],
  [{ subjects: ["a"] }, "The plan has subjects that are not in the manifest (b)"],
  [{ tasks: {} }, "The plan has tasks that are not in the manifest (p, q)"],
  [{ tasks: { p: "1", q: "2", r: "3" } }, "The manifest has tasks that are not in the plan (r)"],
  [{ tasks: { p: "1", q: "3" } }, "another content hash than the plan for some tasks (q)"],
  [{ runs: 2 }, "The manifest tells of 2 runs, the plan of 3"],
])("%o is refused", (change, message) => {
  const check = () => checkManifest({ ...manifest, ...change }, plan);
  expect(check).toThrow(message);
  expect(check).toThrow("Nothing was run.");
});
