import type { ChildProcess } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { usePostgres } from "../../records/test/postgres/support/use-postgres.ts";
import { startRedis, withRedis } from "../../sweep/test/queue/redis-server.ts";
import type { RunRow } from "../src/runs/run-row.ts";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const server = usePostgres();

const patience = { timeout: 90_000, interval: 200 };

/** A project with a suite whose cases take a while, and what can be done with it at a database. */
async function place(...queue: string[]) {
  const open = new AsyncDisposableStack();
  const url = server.newUrl();
  const project = open.use(await tempFolder()).path;
  const cache = open.use(await tempFolder()).path;
  writeFileSync(join(project, "package.json"), "{}");
  mkdirSync(join(project, "work"));
  const cases = ["a", "b", "c", "d"].map((id) => ({ id, prompt: "Do it.", expect: ["file:done exists"] }));
  const suite = { name: "slow", workspace: "work", defaults: { budget: 1, timeout: 60 }, cases };
  writeFileSync(join(project, "suite.json"), JSON.stringify(suite));
  const env = { X_STORE: url, X_CACHE_DIR: cache };
  const x = (...args: string[]) => runX(args, { cwd: project, env });
  return {
    ...{ url, x, folder: project },
    /** Starts a command that goes on until it is told to end, at the latest at the end of the block. */
    start(...args: string[]) {
      let child: ChildProcess | undefined;
      let stderr = "";
      const running = runX([...args, ...queue], {
        ...{ cwd: project, env },
        onStart(started) {
          child = started;
          started.stderr!.on("data", (text: string) => {
            stderr += text;
          });
        },
      });
      open.defer(async () => {
        child!.kill("SIGKILL");
        await running;
      });
      return {
        running,
        kill: (signal: NodeJS.Signals) => child!.kill(signal),
        said: () => stderr,
      };
    },
    /** The state of its run as it is kept, which commands that read may set right. */
    async kept(): Promise<string | undefined> {
      const schema = new URL(url).searchParams.get("schema");
      return (await server.sql<{ state: string }>(`SELECT state FROM ${schema}.run`))[0]?.state;
    },
    async row(): Promise<RunRow> {
      const { stdout, stderr } = await x("runs", "--json");
      const [row] = JSON.parse(stdout || "[]") as RunRow[];
      expect(row, stderr).toBeDefined();
      return row!;
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** Gives the suite out, and waits until a worker is at its first case. */
async function given(here: Awaited<ReturnType<typeof place>>) {
  const worker = here.start("worker", "--concurrency", "1");
  const planner = here.start(
    "bench",
    "suite.json",
    "--agent",
    "command:sleep 3; touch done",
    "--on",
    here.url,
  );
  await vi.waitFor(async () => {
    const { stdout } = await here.x("top", "--json");
    expect(JSON.parse(stdout).runs).toMatchObject([{ running: 1 }]);
  }, patience);
  return { worker, planner, id: (await here.row()).id };
}

async function stops(...queue: string[]) {
  await using here = await place(...queue);
  const { worker, planner, id } = await given(here);
  expect(await here.row()).toMatchObject({ state: "running", waiting: false });
  expect(await here.x("top", "--stop", id)).toMatchObject({ code: 0 });
  expect((await planner.running).code).toBe(130);
  await vi.waitFor(() => expect(worker.said()).toContain("left."), patience);
  await vi.waitFor(async () => expect(await here.kept()).toBe("interrupted"), patience);
  expect(await here.row()).toMatchObject({ state: "interrupted", waiting: false });
  expect((await here.x("show", id)).stdout).toContain("This run is interrupted.");
}

test("a run that is taken from its workers is interrupted as soon as nobody works on it", () => stops());

test.runIf(withRedis)("the same with its queue on Redis", async () => {
  await using redis = await startRedis();
  await stops("--queue", redis.url);
});

test("a run that is not given out is not told to be taken from workers", async () => {
  await using here = await place();
  expect(await here.x("bench", "suite.json", "--agent", "command:touch done")).toMatchObject({ code: 0 });
  const { code, stderr } = await here.x("top", "--stop", "last");
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^Run \w{4} is not given out to workers: x top shows those that are\.\n$/),
  });
});

test("a run that nobody watches and no worker takes waits for workers, until it is taken back", async () => {
  await using here = await place();
  const { worker, planner, id } = await given(here);
  planner.kill("SIGINT");
  expect((await planner.running).code).toBe(130);
  expect(await here.row()).toMatchObject({ state: "running", waiting: false });
  worker.kill("SIGTERM");
  await worker.running;
  expect(await here.row()).toMatchObject({ state: "running", waiting: true });
  expect((await here.x("runs")).stdout).toContain("waiting for workers");
  const shown = await here.x("show", id);
  expect(shown.stdout, shown.stderr).toContain("This run is waiting for workers");
  expect(shown.stdout).toContain("x worker");
  const page = join(here.folder, "page.html");
  await here.x("report", id, "--html", page);
  const [, packed = ""] = /id="data">([^<]+)</.exec(readFileSync(page, "utf8"))!;
  const told = gunzipSync(Buffer.from(packed, "base64")).toString();
  expect(told).toContain('"state":"running","waiting":true');
  expect(told).not.toContain('"waiting":false');
  await here.x("top", "--stop", id);
  expect(await here.row()).toMatchObject({ state: "interrupted", waiting: false });
});

test("one interrupt ends the watching of a run whose database is away, and a second one does so at once", async () => {
  await using here = await place();
  const watch = async (...args: string[]) => {
    const planner = here.start(
      "bench",
      "suite.json",
      "--agent",
      "command:touch done",
      "--on",
      here.url,
      ...args,
    );
    await vi.waitFor(() => expect(planner.said()).toContain("No worker is here"), patience);
    return planner;
  };
  const patient = await watch();
  const hasty = await watch("--runs", "2");
  await server.stop("crash");
  try {
    const since = performance.now();
    patient.kill("SIGINT");
    hasty.kill("SIGINT");
    await vi.waitFor(() => expect(hasty.said()).toContain("Stopping."), patience);
    hasty.kill("SIGINT");
    expect(await hasty.running).toMatchObject({ code: 130 });
    expect(performance.now() - since).toBeLessThan(4_000);
    const { code, stderr } = await patient.running;
    expect({ code, stderr }).toEqual({ code: 130, stderr: expect.stringContaining("it ends now") });
    expect(performance.now() - since).toBeLessThan(20_000);
  } finally {
    await server.start();
  }
});

test("whoever gives a run out is told that no worker is there, and what cells need that none offers", async () => {
  await using here = await place();
  const planner = here.start(
    ...["bench", "suite.json", "--agent", "command:touch done", "--needs", "gpu", "--on", here.url],
  );
  await vi.waitFor(() => expect(planner.said()).toContain("No worker is here"), patience);
  const worker = here.start("worker");
  await vi.waitFor(() => expect(planner.said()).toContain("gpu"), patience);
  worker.kill("SIGTERM");
  await worker.running;
  here.start("worker", "--tags", "gpu");
  const { code, stderr } = await planner.running;
  expect(code, stderr).toBe(0);
  expect(stderr.match(/nobody takes cells/g)).toHaveLength(2);
});

test.runIf(withRedis)(
  "whoever gives a run out on Redis is told of workers that do not know where that is",
  async () => {
    await using redis = await startRedis();
    await using here = await place();
    here.start("worker");
    const args = ["bench", "suite.json", "--agent", "command:touch done", "--on", here.url];
    const planner = here.start(...args, "--queue", redis.url);
    await vi.waitFor(() => expect(planner.said()).toContain("--queue redis://…"), patience);
    here.start("worker", "--queue", redis.url);
    expect((await planner.running).code).toBe(0);
  },
);
