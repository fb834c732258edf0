import type { ChildProcess } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type JsonObject, openMachines, openStoreAt } from "@flow-state-dev/records";
import { CellQueue } from "@flow-state-dev/sweep";
import { expect, test, vi } from "vitest";
import { usePostgres } from "../../records/test/postgres/support/use-postgres.ts";
import { startRedis, withRedis } from "../../sweep/test/queue/redis-server.ts";
import { Worker } from "../src/worker/worker.ts";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const server = usePostgres();

const manifest = {
  ...{ kind: "test", name: "given", subjects: ["s"], tasks: {}, runs: 1, models: {}, conditions: {} },
  ...{ circumstances: {}, simulated: true },
};
/** Of a project that nobody has kept. */
const spec: JsonObject = {
  ...{ format: 1, command: "bench", project: "a".repeat(40), folder: "", file: "suite.json", flags: {} },
  ...{ budgetUsd: null, lanes: { "": [] }, queue: "postgres" },
};
const cells = [{ subject: "s", task: "t", run: 0, taskHash: "h" }];

/** A database with runs that can be given out. */
async function place() {
  const open = new AsyncDisposableStack();
  const url = server.newUrl();
  const store = await openStoreAt(url);
  open.defer(() => store.close());
  const machines = open.use(await openMachines(url));
  const queue = open.use(await CellQueue.open(url));
  return {
    ...{ url, store, machines, queue },
    async give(change: JsonObject, state: "filling" | "open" = "open") {
      const { id } = await store.createRun(manifest, 1);
      await queue.add(id, cells as never, () => "");
      await machines.postings.post(id, { ...spec, ...change }, state);
      return id;
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** A worker in this process that tells what it says; it is stopped at the end of the block. */
function startWorker(url: string, folder: string, once: boolean, redisUrl?: string) {
  const said: string[] = [];
  const stop = new AbortController();
  const worker = new Worker({
    ...{ url, redisUrl, concurrency: 1, tags: [], once, folder, env: { X_CACHE_DIR: folder } },
    ...{ stop: stop.signal, say: (text: string) => void said.push(text) },
  });
  const ended = worker.work();
  ended.catch(() => {});
  return {
    ...{ said, worker, ended, stop: () => stop.abort() },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended.catch(() => {});
    },
  };
}

/** A command that runs until the end of the block, and what it has said so far. */
function startX(args: readonly string[], cwd: string) {
  let child: ChildProcess | undefined;
  let stderr = "";
  const running = runX([...args], {
    cwd,
    env: { X_CACHE_DIR: join(cwd, "cache") },
    onStart: (started) => {
      child = started;
      started.stderr!.on("data", (text: string) => {
        stderr += text;
      });
    },
  });
  return {
    get stderr() {
      return stderr;
    },
    async [Symbol.asyncDispose]() {
      child!.kill("SIGTERM");
      await running;
    },
  };
}

test("a run of another version, or one that strays, is left alone, and the next is tried", async () => {
  await using here = await place();
  await using folder = await tempFolder();
  const other = await here.give({ format: 2 });
  await here.give({ folder: "../.." });
  const last = await here.give({});
  await using worker = startWorker(here.url, folder.path, true);
  const undone = await worker.ended;
  expect(worker.said.filter((text) => text.includes("format 2"))).toHaveLength(1);
  expect(worker.said.filter((text) => text.includes("leads out of its project"))).toHaveLength(1);
  expect(worker.said.join("\n")).toContain("is not in the database any more");
  expect(undone).toHaveLength(3);
  const { postings } = here.machines;
  expect((await postings.find(other))?.refusal?.reason).toContain("format 2");
  expect(await postings.find(last)).toMatchObject({
    ...{ state: "open" },
    refusal: {
      worker: expect.stringMatching(/:\d+$/),
      reason: expect.stringContaining("not in the database"),
    },
  });
  // Whoever started it learns it too.
  const x = await runX(["worker", "--on", here.url, "--once"], {
    cwd: folder.path,
    env: { X_CACHE_DIR: folder.path },
  });
  expect(x.code, x.stderr).toBe(1);
  expect(x.stderr).toContain("format 2");
  const top = await runX(["top", "--on", here.url, "--once"], { cwd: folder.path });
  expect(top.stdout, top.stderr).toMatch(/refused by \S+:\d+.*not in the database/);
});

test("a run that asks for what the worker does not offer is left, and named at the end", async () => {
  await using here = await place();
  await using folder = await tempFolder();
  await here.give({ lanes: { one: ["gpu", "podman"] } });
  await using worker = startWorker(here.url, folder.path, true);
  expect(await worker.ended).toEqual([
    expect.stringMatching(/^Run \w{4}: 1 cells? (?:is|are) left\. This worker does not offer gpu, podman\.$/),
  ]);
});

test("a run on a Redis that the worker was not given is said once", async () => {
  await using here = await place();
  await using folder = await tempFolder();
  await here.give({ queue: "redis" });
  await using worker = startWorker(here.url, folder.path, false);
  await vi.waitFor(() => expect(worker.said.join()).toContain("--queue redis://"), { timeout: 30_000 });
  await sleep(2_500);
  expect(worker.said.filter((text) => text.includes("--queue redis://"))).toHaveLength(1);
});

test.runIf(withRedis)(
  "a worker that looks for cells on a Redis that went away ends as soon as it is told to",
  async () => {
    await using here = await place();
    await using folder = await tempFolder();
    const redis = await startRedis();
    await using worker = startWorker(here.url, folder.path, false, redis.url);
    await vi.waitFor(() => expect(worker.said.join()).toContain("Taking cells"), { timeout: 30_000 });
    await redis[Symbol.asyncDispose]();
    await here.give({ queue: "redis" });
    // It looks every second.
    await sleep(2_500);
    const stopped = performance.now();
    worker.stop();
    expect(await worker.ended).toEqual([]);
    // It would ask for two minutes.
    expect(performance.now() - stopped).toBeLessThan(30_000);
  },
);

test("a planner that was killed while it gave cells out keeps no worker, and one that waits is told of refusals", async () => {
  await using here = await place();
  await using folder = await tempFolder();
  await using project = await tempFolder();
  writeFileSync(join(project.path, "package.json"), "{}");
  mkdirSync(join(project.path, "work"));
  const suite = {
    ...{ name: "left", workspace: "work", defaults: { budget: 1, timeout: 20 } },
    cases: [{ id: "a", prompt: "Do it.", expect: ["file:done.txt exists"] }],
  };
  writeFileSync(join(project.path, "suite.json"), JSON.stringify(suite));
  const { postings } = here.machines;
  let planner: ChildProcess | undefined;
  const args = ["bench", "suite.json", "--agent", "command:touch done.txt", "--on", here.url];
  const planned = runX(args, {
    cwd: project.path,
    onStart: (child) => {
      planner = child;
    },
  });
  const run = await vi.waitFor(
    async () => {
      const [posting] = await postings.open();
      expect(posting?.state).toBe("open");
      return posting!;
    },
    { timeout: 60_000, interval: 100 },
  );
  await postings.refuse(run, { worker: "host:1", reason: "There is no key." });
  let told = "";
  planner!.stderr!.on("data", (text: string) => {
    told += text;
  });
  await vi.waitFor(() => expect(told).toContain("host:1 does not work on this run: There is no key."), {
    timeout: 30_000,
  });
  planner!.kill("SIGKILL");
  await planned;
  const schema = new URL(here.url).searchParams.get("schema");
  await server.sql(`UPDATE ${schema}.posting SET state = 'filling', heard_ms = heard_ms - 600000`);
  await using worker = startX(["worker", "--on", here.url], folder.path);
  await vi.waitFor(() => expect(worker.stderr).toContain("joined"), { timeout: 30_000 });
  await here.give({});
  await vi.waitFor(() => expect(worker.stderr).toContain("is not in the database any more"), {
    timeout: 60_000,
  });
  // Not all of its cells were given out: only whoever plans it knows that it is at its end.
  expect(await postings.find(run.runId)).toMatchObject({ state: "filling" });
  const { machines, url } = here;
  await machines.responses.put(run.runId, "k", { answer: 1 });
  const back = await runX([...args, "--resume"], { cwd: project.path });
  expect(back.stdout, back.stderr).toContain("1 of 1 passed");
  // Nobody asks for what was paid for any more.
  expect(await machines.responses.get(run.runId, "k")).toBe(undefined);
  expect(await postings.find(run.runId)).toMatchObject({ state: "closed", reason: null });
  const away = await runX(["worker", "--on", url, "--queue", "redis://127.0.0.1:1"], { cwd: folder.path });
  expect(away).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be reached") });
  const lost = await runX([...args, "--queue", "redis://127.0.0.1:1"], { cwd: project.path });
  expect(lost).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be reached") });
});

test("a terminal that is closed ends a worker in order, however often that is told", async () => {
  await using here = await place();
  await using folder = await tempFolder();
  let said = "";
  const { code, stderr } = await runX(["worker", "--on", here.url], {
    cwd: folder.path,
    onStart: (child) =>
      child.stderr!.on("data", (text: string) => {
        if (said.includes("Taking cells")) return;
        said += text;
        if (!said.includes("Taking cells")) return;
        child.kill("SIGHUP");
        child.kill("SIGHUP");
      }),
  });
  expect(code).toBe(0);
  expect(stderr).toContain("No more cells are taken; those that run may end.");
});

test("a run that has all its results is finished, also when whoever brought the last was killed before it said so", async () => {
  await using here = await place();
  await using folder = await tempFolder();
  const { store, machines } = here;
  const cell = { subject: "s", task: "t", run: 0 };
  const give = async (runs: number) => {
    const { id } = await store.createRun({ ...manifest, tasks: { t: "h" }, runs }, runs);
    await store.registerWorker({ id: `w ${id}`, host: "elsewhere", pid: 1 });
    await store.claim(id, `w ${id}`, { ...cell, taskHash: "h" });
    await store.endAttempt(id, cell, 1, {
      ...{ outcome: { kind: "passed", score: 1 }, evidence: {}, artifacts: [] },
      ...{ workingMs: 1, waitingMs: 0, health: null, suspect: false },
    });
    await store.releaseWorker(`w ${id}`);
    await machines.postings.post(id, spec, "open");
    return id;
  };
  const ids = [await give(1), await give(2)];
  await using worker = startWorker(here.url, folder.path, true);
  await worker.ended;
  const states = await Promise.all(ids.map(async (id) => (await store.findRun(id))!.state));
  expect(states).toEqual(["finished", "interrupted"]);
});
