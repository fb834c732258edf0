import { setTimeout as sleep } from "node:timers/promises";
import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { cellsOf, manifestOf, passed, planOfSize } from "../../test/support/sweeping.ts";
import { createVirtualTime } from "../../test/support/virtual-time.ts";
import { type RunCell, sweep } from "../index.ts";

function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Outcomes by task; real time, all cells at once. */
async function outcomes(cells: number, timeoutMs: number, runCell: RunCell) {
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(1, cells);
  const { runId } = await sweep({
    ...{ cells: plan, manifest: manifestOf(plan), store, runCell },
    limits: { concurrency: cells, cellTimeoutMs: timeoutMs },
  });
  const found = await cellsOf(store, runId);
  await store.close();
  return found.map(({ outcome }) => outcome?.kind);
}

test("a neighbour that blocks the process costs nobody else a timeout", async () => {
  const kinds = await outcomes(4, 200, async ({ task }, { signal }) => {
    if (task === "t3") {
      await sleep(10);
      block(500);
      return passed();
    }
    // Step by step: what comes after the first step is not due yet when the block ends.
    for (let step = 0; step < 3; step += 1) await sleep(20, undefined, { signal });
    return passed();
  });
  expect(kinds.slice(0, 3)).toEqual(["passed", "passed", "passed"]);
});

test("a cell that blocks the process for longer than its timeout has timed out when it returns", async () => {
  const kinds = await outcomes(1, 50, async () => {
    block(200);
    return passed();
  });
  expect(kinds).toEqual(["timed-out"]);
});

/** One cell in virtual time, whose process stands still for so long after 20 ms of its first attempt. */
async function starvedFor(ms: number, workMs: number) {
  const { run, health, timer, clock, ...time } = createVirtualTime();
  let starved = 0;
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(1, 1);
  const attempts: { outcome: string; at: number }[] = [];
  const result = await run(
    sweep({
      ...{ cells: plan, manifest: manifestOf(plan), store, timer, clock, ...time },
      health: { ...health, starvedMs: () => starved },
      limits: { cellTimeoutMs: 100 },
      random: () => 0,
      onEvent(event) {
        if (event.type !== "finished" && event.type !== "attempt-failed") return;
        attempts.push({ outcome: event.outcome.kind, at: clock.elapsed() });
      },
      runCell: (_, { attempt, signal }) =>
        new Promise((resolve, reject) => {
          if (attempt === 1)
            timer.after(20, () => {
              starved += ms;
            });
          timer.after(workMs, () => resolve(passed()));
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    }),
  );
  await store.close();
  return { attempts, outcomes: result.outcomes };
}

test("what the process stood still does not count against the timeout", async () => {
  expect((await starvedFor(60, 150)).attempts).toEqual([{ outcome: "passed", at: 150 }]);
});

test("the timeout comes when the time that counts is up", async () => {
  expect((await starvedFor(60, 1000)).attempts).toEqual([{ outcome: "timed-out", at: 160 }]);
});

test("a cell that had to wait as long as it could work is tried again, and has no score for it", async () => {
  const { attempts, outcomes } = await starvedFor(100, 1000);
  expect(attempts).toEqual([
    { outcome: "infrastructure", at: 200 },
    { outcome: "timed-out", at: 300 },
  ]);
  expect(outcomes).toMatchObject({ "timed-out": 1, infrastructure: 0 });
});
