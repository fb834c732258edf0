import type { RunManifest } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { plannedRuns } from "./planned-runs.ts";

function planned(subjects: string[], told: Record<string, unknown>, plannedCells: number) {
  const manifest = {
    ...{ subjects, runs: 3, tasks: { a: "hash", b: "hash" } },
    circumstances: { benchmark: { tasks: Object.entries(told).map(([id, runs]) => ({ id, runs })) } },
  };
  const found = plannedRuns({ manifest: manifest as unknown as RunManifest, plannedCells });
  return found && Object.fromEntries(found);
}

test("each case as often as the run tells, whoever works on it", () => {
  expect(planned(["x"], { a: 1, b: 3 }, 4)).toEqual({ a: 1, b: 3 });
  expect(planned(["x", "y"], { a: 1, b: 3 }, 8)).toEqual({ a: 1, b: 3 });
  expect(planned(["x", "y"], { a: 1, b: 3 }, 4)).toEqual({ a: 1, b: 3 });
});

test("without that, where all repeat alike; else nobody knows", () => {
  expect(planned(["x"], {}, 6)).toEqual({ a: 3, b: 3 });
  expect(planned(["x"], {}, 4)).toBeNull();
  expect(planned(["x"], { a: 1 }, 4)).toBeNull();
  expect(planned(["x"], { a: "1", b: 3 }, 4)).toBeNull();
  // The suite was changed after what it told was kept.
  expect(planned(["x"], { a: 1, b: 3 }, 5)).toBeNull();
});
