import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { RunStore } from "../../src/index.ts";
import { openPostgresStore } from "../../src/postgres/postgres-store.ts";
import { all, cell, claimOf, manifest, opening, result, usage } from "../support/sample-records.ts";
import { startProxy } from "./support/cutting-proxy.ts";
import { usePostgres } from "./support/use-postgres.ts";

const server = usePostgres();

/** One cell with one call, start to end; throws when anything is not as it is when done for the first time. */
async function runCell(store: RunStore, runId: string, run: number): Promise<void> {
  const id = { ...cell, run };
  expect(await store.claim(runId, "w", claimOf(id))).toEqual({ state: "claimed", attempt: 1 });
  const grant = await store.openCall(runId, id, 1, opening(`c${run}`));
  expect(grant.state).toBe("opened");
  await sleep(Math.random() * 5);
  store.chargeCall(runId, { callId: `c${run}`, costUsd: 0.001, usage: usage(1), details: {} });
  const artifacts = [{ name: "output", mediaType: "text/plain", content: `answer ${run}` }];
  expect(await store.endAttempt(runId, id, 1, result(undefined, { artifacts }))).toBe(true);
}

async function runCells(store: RunStore, runId: string, count: number, onEnd = () => {}): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      await runCell(store, runId, next++);
      onEnd();
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}

async function expectAllOnce(store: RunStore, runId: string, count: number): Promise<void> {
  const cells = await all(store.cells(runId));
  expect(cells).toHaveLength(count);
  for (const one of cells)
    expect(one).toMatchObject({ attempts: 1, running: false, spend: { subject: 0.001 } });
  expect(await store.totals(runId)).toMatchObject({
    attempts: count,
    running: 0,
    outcomes: { passed: count },
  });
  expect(await store.books(runId)).toMatchObject({ openCalls: 0, reservedUsd: 0 });
}

test.each(["fast", "crash"] as const)(
  "a server that stops (%s) for some seconds is waited for: nothing is lost, nothing done twice",
  async (how) => {
    const store = await openPostgresStore(server.newUrl());
    const { id } = await store.createRun(manifest, 300);
    await store.registerWorker({ id: "w", host: "elsewhere", pid: 1 });
    let ended = 0;
    const work = runCells(store, id, 300, () => {
      ended += 1;
    });
    while (ended < 40) await sleep(2);
    await server.stop(how);
    const endedBefore = ended;
    // A read waits as well.
    const read = store.totals(id);
    await sleep(1_500);
    expect(ended).toBeLessThanOrEqual(endedBefore + 8);
    await server.start();
    await work;
    expect((await read).attempts).toBeGreaterThanOrEqual(endedBefore);
    await expectAllOnce(store, id, 300);
    await store.close();
  },
);

test("a write whose answer got lost is asked for again, and is not done twice", async () => {
  const proxy = await startProxy(server.port);
  const url = new URL(server.newUrl());
  url.port = String(proxy.port);
  const store = await openPostgresStore(url.href);
  proxy.cutAnswers(1);
  const { id } = await store.createRun(manifest, 60);
  expect(proxy.cut()).toBe(1);
  expect(await all(store.runs())).toHaveLength(1);
  await store.registerWorker({ id: "w", host: "elsewhere", pid: 1 });
  proxy.cutAnswers(30);
  await runCells(store, id, 60);
  expect(proxy.cut()).toBeGreaterThan(20);
  await expectAllOnce(store, id, 60);
  await store.claim(id, "w", claimOf({ ...cell, run: 99 }));
  await store.openCall(id, { ...cell, run: 99 }, 1, opening("last"));
  proxy.cutAnswers(1);
  await store.releaseWorker("w");
  expect((await store.totals(id)).running).toBe(0);
  expect(await store.books(id)).toMatchObject({ openCalls: 0, carriedCalls: 1, carriedUsd: 0.5 });
  await store.close();
  proxy.close();
});

test("when the patience is over, writes fail with what to do, charges are kept, and all goes on after", async () => {
  const store = await openPostgresStore(server.newUrl(), { patienceMs: 300 });
  // One that has nothing to write closes at once, however patient it is.
  const idle = await openPostgresStore(server.newUrl());
  const { id } = await store.createRun(manifest, 1);
  await store.registerWorker({ id: "w", host: "elsewhere", pid: 1 });
  await store.claim(id, "w", claimOf(cell));
  await store.openCall(id, cell, 1, opening("c"));
  await server.stop("fast");
  store.chargeCall(id, { callId: "c", costUsd: 0.25, usage: usage(1), details: {} });
  const refused = { code: "store-unreachable", message: expect.stringContaining("cannot be reached") };
  await expect(store.endAttempt(id, cell, 1, result())).rejects.toMatchObject(refused);
  await expect(store.totals(id)).rejects.toMatchObject(refused);
  await idle.close();
  await server.start();
  expect(await store.endAttempt(id, cell, 1, result())).toBe(true);
  expect((await store.totals(id)).spend.subject).toBe(0.25);
  await store.close();
});

test("by the clock of the server nobody is dead because the server was down", async () => {
  const url = server.newUrl();
  const store = await openPostgresStore(url);
  const { id } = await store.createRun(manifest, 1);
  await store.registerWorker({ id: "w", host: "elsewhere", pid: 1 });
  await store.claim(id, "w", claimOf(cell));
  const schema = new URL(url).searchParams.get("schema");
  // As if the server had been down for the time since.
  await server.sql(`UPDATE ${schema}.worker SET heartbeat_ms = heartbeat_ms - 60000`);
  await server.stop("fast");
  await server.start();
  expect(await store.recover(id)).toMatchObject({ lostAttempts: 0 });
  // Heard of long before the server was there at all, and by another clock.
  const other = await openPostgresStore(url, { now: () => Date.now() + 31_000 });
  expect(await other.recover(id)).toMatchObject({ lostAttempts: 1 });
  await other.close();
  await store.close();
});
