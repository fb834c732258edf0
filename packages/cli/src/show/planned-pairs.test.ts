import type { RunManifest } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { plannedPairs } from "./planned-pairs.ts";

const pairs = (subjects: string[], tasks: string[], runs: number, plannedCells: number) =>
  plannedPairs({
    manifest: {
      ...{ subjects, runs, tasks: Object.fromEntries(tasks.map((id) => [id, "hash"])) },
    } as unknown as RunManifest,
    plannedCells,
  });

test("one subject works on all, several too when there are more cells than tasks and runs", () => {
  expect(pairs(["x"], ["a", "b"], 1, 2)).toEqual([
    ["x", "a"],
    ["x", "b"],
  ]);
  expect(pairs(["x"], ["a", "b"], 3, 4)).toHaveLength(2);
  expect(pairs(["x", "y"], ["a", "b"], 1, 4)).toHaveLength(4);
});

test("tasks with subjects of their own: nobody knows", () => {
  expect(pairs(["x", "y"], ["a", "b"], 1, 2)).toBeNull();
});
