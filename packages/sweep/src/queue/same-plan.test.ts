import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { manifestOf, passed, planOfSize } from "../../test/support/sweeping.ts";
import { type CellPlan, planCells, sweep } from "../index.ts";

const planOf = (hash: string, runs = 1) => planCells({ subjects: ["s"], tasks: [{ id: "t", hash }], runs });

/** Works on a run of the first plan with the second, and gives how often a cell was asked for. */
async function work(given: CellPlan, own: CellPlan): Promise<number> {
  const store = createSqliteStore(":memory:");
  const { id } = await store.createRun(manifestOf(given), given.count);
  let served = 0;
  const serve = async () => {
    served += 1;
  };
  try {
    await sweep({
      ...{ cells: own, run: id, store, runCell: async () => passed() },
      sharing: { role: "worker", source: { serve } },
    });
  } finally {
    await store.close();
  }
  return served;
}

test("a worker with the plan of the run is served", async () => {
  expect(await work(planOfSize(2, 3), planOfSize(2, 3))).toBe(1);
});

test("a worker that finds other tasks, subjects or runs than the planner leaves its cells to others", async () => {
  const code = "other-plan";
  const of = (message: string) => ({ code, message: expect.stringContaining(message) });
  await expect(work(planOfSize(2, 9), planOfSize(2, 2))).rejects.toMatchObject(
    of("tasks that are not found here (t2, t3, t4 and 4 more)"),
  );
  await expect(work(planOfSize(1, 1), planOfSize(1, 2))).rejects.toMatchObject(of("tasks of its own (t1)"));
  await expect(work(planOfSize(2, 1), planOfSize(1, 1))).rejects.toMatchObject(of("other subjects (s0)"));
  await expect(work(planOf("one"), planOf("two"))).rejects.toMatchObject(of("another content here (t)"));
  await expect(work(planOf("one"), planOf("one", 2))).rejects.toMatchObject(of("2 runs here, and 1 there"));
  await expect(work(planOf("one"), planOf("one", 2))).rejects.toThrow(/same files, packages and variables/);
});
