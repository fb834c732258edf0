import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { cellsOf, manifestOf, passed, planOfSize } from "../../test/support/sweeping.ts";
import { type BringCell, type CellResult, sweep } from "../index.ts";

const noKey = () => Promise.reject(Object.assign(new Error("Set ACME_API_KEY."), { code: "missing-key" }));
const infrastructure = (code: string, message: string): CellResult => ({
  ...{ outcome: { kind: "infrastructure", error: { name: "Error", message, code } }, retry: false },
});

/** A run of so many cells, and workers on it that are asked to bring cells one by one. */
async function givenOut(cells: number) {
  const open = new AsyncDisposableStack();
  const store = createSqliteStore(":memory:");
  open.defer(() => store.close());
  const plan = planOfSize(1, cells);
  const { id } = await store.createRun(manifestOf(plan), plan.count);
  let now = 0;
  const on = new Set<object>();
  function work(runCell: () => Promise<CellResult>) {
    const ready = Promise.withResolvers<BringCell>();
    const leave = Promise.withResolvers<void>();
    const worker = {};
    on.add(worker);
    const ended = sweep({
      ...{ cells: plan, run: id, store, runCell },
      clock: { now: () => now, elapsed: () => now },
      sharing: {
        role: "worker",
        workers: async () => on.size,
        source: {
          async serve(_, bring) {
            ready.resolve(bring);
            await leave.promise;
          },
        },
      },
    });
    open.defer(async () => {
      leave.resolve();
      await ended;
    });
    return {
      bring: async (position: number) => (await ready.promise)(plan.at(position), false),
      leave() {
        on.delete(worker);
        leave.resolve();
        return ended;
      },
    };
  }
  return {
    ...{ store, work },
    pass(ms: number) {
      now += ms;
    },
    cells: async () =>
      (await cellsOf(store, id)).map(({ outcome, attempts }) => `${outcome?.kind} ${attempts}`),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

test("cells that fail for what a worker lacks are for others, which it leaves the run to", async () => {
  await using run = await givenOut(5);
  const poor = run.work(noKey);
  expect([await poor.bring(0), await poor.bring(1), await poor.bring(0)]).toEqual(["held", "held", "held"]);
  expect(await poor.bring(2)).toBe("left");
  expect((await poor.leave()).stopped?.reason).toContain("3 cells in a row failed for the setup");
  const rich = run.work(async () => passed());
  for (const position of [0, 1, 2, 3, 4]) expect(await rich.bring(position)).toBe("settled");
  expect(await run.cells()).toEqual(["passed 2", "passed 2", "passed 2", "passed 1", "passed 1"]);
});

test.each([
  ["disk-full", "There is no room."],
  ["workspace-failed", "A copy could not be made: cp: No space left on device."],
  ["sandbox-failed", "bwrap cannot be started."],
])("so are those that fail for the machine: %s", async (code, message) => {
  await using run = await givenOut(4);
  const full = run.work(async () => infrastructure(code, message));
  expect([await full.bring(0), await full.bring(1), await full.bring(2)]).toEqual(["held", "held", "left"]);
  expect((await full.leave()).stopped?.reason).toContain(message);
});

test("what says nothing about the worker is its result", async () => {
  await using run = await givenOut(4);
  const worker = run.work(async () => infrastructure("case-setup-failed", "make: no rule."));
  for (const position of [0, 1, 2, 3]) expect(await worker.bring(position)).toBe("settled");
});

test("one that fails at all workers stays without a result, and not before all had their time", async () => {
  await using run = await givenOut(9);
  const [first, second] = [run.work(noKey), run.work(noKey)];
  expect(await first.bring(0)).toBe("held");
  run.pass(29_000);
  expect(await first.bring(0)).toBe("held");
  run.pass(2_000);
  // The other one is at something else and will come.
  expect(await first.bring(0)).toBe("held");
  expect(await run.cells()).toEqual(["infrastructure 1"]);
  expect(await second.bring(0)).toBe("held");
  expect(await first.bring(0)).toBe("settled");
  expect(await run.cells()).toEqual(["infrastructure 3"]);
});

test("where nobody else is it is tried once more after that time", async () => {
  await using run = await givenOut(9);
  let hasKey = false;
  const worker = run.work(() => (hasKey ? Promise.resolve(passed()) : noKey()));
  expect([await worker.bring(0), await worker.bring(1)]).toEqual(["held", "held"]);
  run.pass(31_000);
  expect(await worker.bring(0)).toBe("settled");
  hasKey = true;
  expect(await worker.bring(1)).toBe("settled");
  expect(await run.cells()).toEqual(["infrastructure 2", "passed 2"]);
});

test("workers of before a run was gone on with do not count among those who failed", async () => {
  await using run = await givenOut(9);
  const gone = [run.work(noKey), run.work(noKey)];
  for (const worker of gone) expect(await worker.bring(0)).toBe("held");
  for (const worker of gone) await worker.leave();
  const [poor, rich] = [run.work(noKey), run.work(async () => passed())];
  expect(await poor.bring(0)).toBe("held");
  run.pass(31_000);
  expect(await poor.bring(0)).toBe("held");
  expect(await rich.bring(0)).toBe("settled");
  expect(await run.cells()).toEqual(["passed 4"]);
});
