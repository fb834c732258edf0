import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { manifestOf, planOfSize } from "../../test/support/sweeping.ts";
import { Tally } from "../tally/tally.ts";
import { closeRun, isAllScored } from "./close-run.ts";

const alone = { isWorker: false, isGivenOut: false };
const worker = { id: "w", host: "here", pid: 1 };

/** A run of two cells, of which so many have a score. */
async function setUp(scored: number) {
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(1, 2);
  const { id: runId } = await store.createRun(manifestOf(plan), plan.count);
  await store.registerWorker(worker);
  const claim = async (position: number) => {
    const cell = plan.at(position);
    await store.claim(runId, worker.id, cell);
    return cell;
  };
  const end = async (position: number) => {
    const cell = await claim(position);
    await store.endAttempt(runId, cell, 1, {
      ...{ outcome: { kind: "passed", score: 1 }, evidence: {}, artifacts: [] },
      ...{ workingMs: 1, waitingMs: 0, health: null, suspect: false },
    });
  };
  for (let position = 0; position < scored; position += 1) await end(position);
  const state = async () => (await store.findRun(runId))?.state;
  const release = () => store.releaseWorker(worker.id);
  return { store, runId, plan, claim, end, release, state };
}

test("a run whose cells all have a score is finished", async () => {
  const { store, runId, plan, state } = await setUp(2);
  expect(await closeRun(store, runId, plan, undefined, alone)).toMatchObject({
    ...{ runId, state: "finished", planned: 2, untried: 0, outcomes: { passed: 2 } },
  });
  expect([await state(), await isAllScored(store, runId, 2)]).toEqual(["finished", true]);
});

test("one that lacks some is interrupted", async () => {
  const { store, runId, plan, release, state } = await setUp(1);
  await release();
  expect(await closeRun(store, runId, plan, undefined, alone)).toMatchObject({
    ...{ state: "interrupted", untried: 1, outcomes: { passed: 1 } },
  });
  expect([await state(), await isAllScored(store, runId, 2)]).toEqual(["interrupted", false]);
});

test("one that others are at work on, or go on with, is running", async () => {
  const { store, runId, plan, claim, release } = await setUp(1);
  const between = await closeRun(store, runId, plan, undefined, alone);
  expect(between.state, "another process is between two cells").toBe("running");
  await claim(1);
  expect((await closeRun(store, runId, plan, undefined, alone)).state).toBe("running");
  await release();
  const given = await closeRun(store, runId, plan, undefined, { ...alone, isGivenOut: true });
  expect(given.state).toBe("running");
});

test("a worker that leaves says nothing about a run that is not finished", async () => {
  const { store, runId, plan, end, release, state } = await setUp(1);
  const before = await state();
  const leaving = { isWorker: true, isGivenOut: false };
  await release();
  expect((await closeRun(store, runId, plan, undefined, leaving)).state).toBe("interrupted");
  expect(await state()).toBe(before);
  await store.registerWorker(worker);
  await end(1);
  expect((await closeRun(store, runId, plan, undefined, leaving)).state).toBe("finished");
  expect(await state()).toBe("finished");
});

test("a tally of one's own is taken for what it is", async () => {
  const { store, runId, plan } = await setUp(2);
  expect((await closeRun(store, runId, plan, new Tally(plan), alone)).outcomes.passed).toBe(0);
});

test("what ends while it is closed is part of it", async () => {
  const { store, runId, plan, end, state } = await setUp(1);
  const update = store.updateRun.bind(store);
  let late = false;
  store.updateRun = async (...args) => {
    await update(...args);
    if (late) return;
    late = true;
    await end(1);
  };
  const closed = await closeRun(store, runId, plan, new Tally(plan), alone);
  expect(closed).toMatchObject({ state: "finished", outcomes: { passed: 2 } });
  expect(await state()).toBe("finished");
});
