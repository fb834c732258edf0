import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type Machines, openMachines, openStoreAt } from "../../src/index.ts";
import { storeVersion } from "../../src/postgres/migrations.ts";
import { usePostgres } from "./support/use-postgres.ts";

const server = usePostgres();

const manifest = {
  ...{ kind: "test", name: "machines", subjects: ["s"], tasks: {}, runs: 1, models: {}, conditions: {} },
  ...{ circumstances: {}, simulated: true },
};

async function open(): Promise<{ machines: Machines; runId: string; url: string } & AsyncDisposable> {
  const url = server.newUrl();
  const store = await openStoreAt(url);
  const { id: runId } = await store.createRun(manifest, 1);
  await store.close();
  const machines = await openMachines(url);
  return { machines, runId, url, [Symbol.asyncDispose]: () => machines[Symbol.asyncDispose]() };
}

test("a run is given out, taken back and given out again; only a change makes workers begin anew", async () => {
  await using opened = await open();
  const { runId } = opened;
  const { postings } = opened.machines;
  await postings.post(runId, { budget: 1 }, "filling");
  await postings.post(runId, { budget: 1 }, "open");
  const posting = {
    ...{ runId, state: "open", revision: 1, spec: { budget: 1 }, reason: null, refusal: null },
    silentMs: expect.any(Number),
  };
  expect(await postings.open()).toEqual([posting]);
  await postings.post(runId, { budget: 2 }, "open");
  expect(await postings.find(runId)).toEqual({ ...posting, spec: { budget: 2 }, revision: 2 });
  // Whoever closes what they knew does not close what came after.
  await postings.close(runId, "budget", 1);
  expect(await postings.open()).toHaveLength(1);
  await postings.close(runId, "budget", 2);
  expect(await postings.open()).toEqual([]);
  expect(await postings.find(runId)).toMatchObject({ state: "closed", reason: "budget" });
  await postings.post(runId, { budget: 2 }, "open");
  expect(await postings.find(runId)).toMatchObject({ state: "open", reason: null, revision: 3 });
  await expect(postings.post("nobody", {}, "open")).rejects.toMatchObject({ code: "unknown-run" });
});

test("whoever gives a run out again leaves it as it was given out last, and where it was taken from the workers", async () => {
  await using opened = await open();
  const { runId } = opened;
  const { postings } = opened.machines;
  expect(await postings.postAgain(runId, "open")).toBe(null);
  expect(await postings.post(runId, { budget: 1 }, "open")).toBe(1);
  expect(await postings.post(runId, { budget: 2 }, "open")).toBe(2);
  expect(await postings.postAgain(runId, "filling")).toEqual({ spec: { budget: 2 }, revision: 2 });
  expect(await postings.find(runId)).toMatchObject({ state: "filling", revision: 2 });
  await postings.close(runId, null);
  expect(await postings.postAgain(runId, "open")).toEqual({ spec: { budget: 2 }, revision: 3 });
  await postings.close(runId, "stopped");
  expect(await postings.postAgain(runId, "open")).toBe(null);
  expect(await postings.find(runId)).toMatchObject({ state: "closed", reason: "stopped", revision: 3 });
});

test("who gives a run out is heard of, and the last refusal stays until the run is given out anew", async () => {
  await using opened = await open();
  const { runId } = opened;
  const { postings } = opened.machines;
  const schema = new URL(opened.url).searchParams.get("schema");
  await postings.post(runId, { budget: 1 }, "filling");
  await server.sql(`UPDATE ${schema}.posting SET heard_ms = heard_ms - 600000`);
  expect((await postings.find(runId))!.silentMs).toBeGreaterThanOrEqual(600_000);
  await postings.hear(runId);
  expect((await postings.find(runId))!.silentMs).toBeLessThan(300_000);

  const key = `sk-ant-${"abcdefghij".repeat(3)}`;
  const refusal = { worker: "host:1", reason: `No key ${key}.` };
  await postings.refuse({ runId, revision: 7 }, refusal);
  expect((await postings.find(runId))!.refusal).toBe(null);
  await postings.refuse({ runId, revision: 1 }, refusal);
  await postings.post(runId, { budget: 1 }, "open");
  const kept = (await postings.find(runId))!.refusal!;
  expect(kept).toMatchObject({ worker: "host:1", reason: expect.stringMatching(/^No key /) });
  expect(kept.reason).not.toContain("abcdefghij");
  expect(kept.agoMs).toBeLessThan(300_000);
  await postings.post(runId, { budget: 2 }, "open");
  expect((await postings.find(runId))!.refusal).toBe(null);
});

test("machines tell what they do, and are gone when they leave", async () => {
  await using opened = await open();
  const { machines: list } = opened.machines;
  const machine = {
    id: "m",
    host: "h",
    pid: 1,
    tags: ["gpu"],
    concurrency: 4,
    runId: null,
    cells: 0,
    ended: 0,
    heldUp: [],
  };
  await list.tell(machine);
  const heldUp = [{ cells: 2, provider: "acme", answer: "HTTP 429" }];
  const working = { ...machine, runId: opened.runId, cells: 3, ended: 7, heldUp };
  await list.tell(working);
  const [seen] = await list.all();
  expect(seen).toMatchObject(working);
  await list.tell({ ...working, id: "n", heldUp: [{ cells: 1, provider: null, answer: null }] });
  await list.tell({ ...working, id: "o", runId: "another" });
  expect(await list.on(opened.runId)).toBe(2);
  expect(await list.heldUp(opened.runId)).toEqual([...heldUp, { cells: 1, provider: null, answer: null }]);
  // One that is not heard of any more may be dead: what it said last says nothing about now.
  const schema = new URL(opened.url).searchParams.get("schema");
  await server.sql(`UPDATE ${schema}.machine SET seen_ms = seen_ms - 60000 WHERE id = 'm'`);
  expect(await list.heldUp(opened.runId)).toHaveLength(1);
  expect(await list.on(opened.runId)).toBe(1);
  for (const id of ["n", "o"]) await list.leave(id);
  expect(seen!.silentMs).toBeLessThan(60_000);
  await list.leave("m");
  expect(await list.all()).toEqual([]);
});

test("a run that is given out waits while nobody is on it, and taken from the workers it is interrupted", async () => {
  await using opened = await open();
  const { runId, url } = opened;
  const { postings, machines: list, standings } = opened.machines;
  await using closing = new AsyncDisposableStack();
  const store = await openStoreAt(url);
  closing.defer(() => store.close());
  const stateNow = async () => (await store.findRun(runId))?.state;
  // One that was never given out is not for workers.
  expect(await standings.waiting()).toEqual([]);
  expect(await standings.settle(runId)).toBe(false);

  await postings.post(runId, {}, "open");
  expect(await standings.waiting()).toEqual([runId]);
  expect(await standings.settle(runId)).toBe(false);
  const machine = { id: "m", host: "h", pid: 1, tags: [], concurrency: 4, cells: 0, ended: 0, heldUp: [] };
  await list.tell({ ...machine, runId });
  expect(await standings.waiting()).toEqual([]);
  await store.registerWorker({ id: "w", host: "elsewhere", pid: 1 });
  const cell = { subject: "s", task: "t", run: 0, taskHash: "h" };
  await store.claim(runId, "w", cell);

  await postings.close(runId, "stopped");
  expect(await standings.settle(runId)).toBe(false);
  await list.tell({ ...machine, runId: null });
  expect(await standings.settle(runId)).toBe(false);
  const ended = { outcome: { kind: "cancelled", reason: "It was stopped." } as const, evidence: {} };
  const about = { workingMs: 1, waitingMs: 0, health: null, suspect: false, artifacts: [] };
  await store.endAttempt(runId, cell, 1, { ...ended, ...about });
  // Between two cells it is still at work.
  expect(await standings.settle(runId)).toBe(false);
  expect(await stateNow()).toBe("running");
  await store.releaseWorker("w");
  expect(await standings.settle(runId)).toBe(true);
  expect(await stateNow()).toBe("interrupted");

  // Given out anew it is not interrupted any more; what is finished stays so.
  await postings.post(runId, {}, "filling");
  expect(await stateNow()).toBe("running");
  await store.updateRun(runId, { state: "finished" });
  expect(await standings.waiting()).toEqual([]);
  await postings.close(runId, null);
  expect(await standings.settle(runId)).toBe(false);
  expect(await stateNow()).toBe("finished");
});

test("a run that one process worked on alone is interrupted once that is gone, be it between two cells", async () => {
  await using opened = await open();
  const { runId, url } = opened;
  const { standings, postings } = opened.machines;
  await using closing = new AsyncDisposableStack();
  const store = await openStoreAt(url);
  closing.defer(() => store.close());
  const schema = new URL(url).searchParams.get("schema");
  const silent = () =>
    server.sql(`UPDATE ${schema}.worker SET heartbeat_ms = heartbeat_ms - 60000;
      UPDATE ${schema}.run SET updated_at = '2020-01-01T00:00:00.000Z'`);
  const cell = { subject: "s", task: "t", run: 0, taskHash: "h" };
  await store.registerWorker({ id: "w", host: "elsewhere", pid: 1 });
  await store.claim(runId, "w", cell);
  const about = { workingMs: 1, waitingMs: 0, health: null, suspect: false, artifacts: [] };
  await store.endAttempt(runId, cell, 1, { outcome: { kind: "passed", score: 1 }, evidence: {}, ...about });
  await silent();
  await store.heartbeat("w");
  expect(await standings.settle(runId)).toBe(false);
  await silent();
  expect(await standings.settle(runId)).toBe(true);
  expect((await store.findRun(runId))?.state).toBe("interrupted");

  // Another process that goes on with it has no cell yet.
  await store.updateRun(runId, { state: "running" });
  expect(await standings.settle(runId)).toBe(false);
  // What is given out waits for workers.
  await postings.post(runId, {}, "open");
  await silent();
  expect(await standings.settle(runId)).toBe(false);
});

test("a package is kept once by its hash, in pieces, and comes back as it was", async () => {
  await using opened = await open();
  const { packages } = opened.machines;
  const schema = new URL(opened.url).searchParams.get("schema");
  const content = randomBytes(2_500_000);
  async function* chunks() {
    for (let at = 0; at < content.length; at += 70_000) yield content.subarray(at, at + 70_000);
  }
  expect(await packages.has("h")).toBe(false);
  expect(await packages.read("h")).toBe(null);
  await Promise.all([packages.keep("h", chunks()), packages.keep("h", chunks())]);
  expect(await packages.has("h")).toBe(true);
  const pieces: Uint8Array[] = [];
  for await (const piece of (await packages.read("h"))!) pieces.push(piece);
  expect(Buffer.concat(pieces).equals(content)).toBe(true);
  // What the slower one sent belongs to nobody, and goes away with what is left behind.
  const [left] = await server.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${schema}.upload`);
  expect(left!.n).toBe(1);
});

test("a package that nobody used for long goes away with its pieces, unless a run is given out with it", async () => {
  await using opened = await open();
  const { packages, postings } = opened.machines;
  const schema = new URL(opened.url).searchParams.get("schema");
  async function* content() {
    yield randomBytes(1_500_000);
  }
  for (const hash of ["old-hash", "given-hash", "read-hash"]) await packages.keep(hash, content());
  await postings.post(opened.runId, { project: "given-hash" }, "open");
  expect(await packages.forgetUnused()).toBe(0);
  await server.sql(`UPDATE ${schema}.package SET used_ms = used_ms - ${31 * 24 * 3_600_000}`);
  expect(await packages.read("read-hash")).not.toBe(null);
  expect(await packages.forgetUnused()).toBe(1);
  const left = await server.sql(`SELECT hash FROM ${schema}.package ORDER BY hash`);
  expect(left).toEqual([{ hash: "given-hash" }, { hash: "read-hash" }]);
  expect(await packages.has("old-hash")).toBe(false);
  const [pieces] = await server.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${schema}.piece`);
  expect(pieces!.n).toBe(4);
  await postings.close(opened.runId, null);
  expect(await packages.forgetUnused()).toBe(1);
});

test("answers are those of their run, without secrets, until nobody needs them", async () => {
  await using opened = await open();
  const { responses } = opened.machines;
  const { runId } = opened;
  expect(await responses.get(runId, "k")).toBeUndefined();
  await responses.put(runId, "k", { answer: "one" });
  await responses.put(runId, "k", { answer: "two, by sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789" });
  expect(JSON.stringify(await responses.get(runId, "k"))).toMatch(/two, by (?!.*abcdefghij)/);
  expect(await responses.get("another", "k")).toBeUndefined();
  await responses.forget(runId);
  expect(await responses.get(runId, "k")).toBeUndefined();
});

test("a store of the first form is brought to the present one, with everything that is in it", async () => {
  await using opened = await open();
  const schema = new URL(opened.url).searchParams.get("schema");
  for (const table of [
    "posting",
    "machine",
    "package",
    "response",
    "provider",
    "provider_worker",
    "provider_use",
  ])
    await server.sql(`DROP TABLE ${schema}.${table} CASCADE`);
  for (const made of ["share_slots_1", "grant_calls_1", "leave_providers_1"])
    await server.sql(`DROP FUNCTION ${schema}.${made}`);
  await server.sql(`ALTER TABLE ${schema}.attempt DROP COLUMN counted`);
  await server.sql(`UPDATE ${schema}.store SET version = 1`);
  const store = await openStoreAt(opened.url);
  expect(await store.findRun(opened.runId)).toMatchObject({ plannedCells: 1 });
  await store.close();
  expect(await opened.machines.postings.open()).toEqual([]);
  expect(await server.sql(`SELECT version FROM ${schema}.store`)).toEqual([{ version: storeVersion }]);
});
