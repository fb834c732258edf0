import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { openPostgresStore } from "../../src/postgres/postgres-store.ts";
import { fromSource } from "../support/from-source.ts";
import { all, manifest } from "../support/sample-records.ts";
import { usePostgres } from "./support/use-postgres.ts";

const child = fileURLToPath(new URL("./support/working-child.ts", import.meta.url));

const server = usePostgres();

/** What the connections of a worker are called. */
const appName = (name: string) => `child ${name}`;

/** A process that works on a run; its lines so far, and ways to end it. */
async function startWorker(url: string, runId: string, name: string, cells: number, limitUsd: number) {
  const args = [fromSource, child, url, runId, name, String(cells), String(limitUsd)];
  const env = { ...process.env, PGAPPNAME: appName(name) };
  const worker = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"], env });
  onTestFinished(() => void worker.kill("SIGKILL"));
  let said = "";
  worker.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const closed = once(worker, "close");
  /** Its whole lines: what stands after the last line break was cut off. */
  const lines = () =>
    said
      .slice(0, said.lastIndexOf("\n") + 1)
      .split("\n")
      .slice(0, -1);
  const hasSaid = async (word: string, times: number) => {
    while (lines().filter((line) => line.startsWith(word)).length < times) {
      expect(worker.exitCode).toBeNull();
      await sleep(2);
    }
  };
  await hasSaid("ready", 1);
  return {
    lines,
    hasSaid,
    closed,
    kill: worker.kill.bind(worker),
    go: () => void worker.stdin.write("go\n"),
  };
}

test("what several processes say of a run at the same moment is all kept", async () => {
  const url = server.newUrl();
  const stores = await Promise.all(Array.from({ length: 5 }, () => openPostgresStore(url)));
  const { id } = await stores[0]!.createRun(manifest, 1);
  const told = stores.flatMap((_, at) => [`${at} a`, `${at} b`]);
  await Promise.all(told.map((warning, at) => stores[at % 5]!.updateRun(id, { warnings: [warning] })));
  expect([...(await stores[0]!.findRun(id))!.warnings].sort()).toEqual(told);
  for (const store of stores) await store.close();
});

/** The server may still be at the last batch of a process that is gone, or has been stopped. */
async function untilQuiet(): Promise<void> {
  const busy = "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid()";
  while ((await server.sql(busy)).length > 0) await sleep(5);
}

async function connectionsOf(name: string): Promise<number> {
  const there = `SELECT 1 FROM pg_stat_activity WHERE application_name = '${appName(name)}'`;
  return (await server.sql(there)).length;
}

/** The server reads what a process that is gone had sent to the end before it lets go of its connections. */
async function untilGone(name: string): Promise<void> {
  while ((await connectionsOf(name)) > 0) await sleep(5);
}

const said = (lines: readonly string[], word: string) => lines.filter((line) => line.startsWith(`${word} `));

test("four processes share one strict budget: no cell twice, never over the limit, and the books are right", async () => {
  const url = server.newUrl();
  const store = await openPostgresStore(url);
  const { id } = await store.createRun(manifest, 400);
  const names = ["one", "two", "three", "four"];
  const workers = await Promise.all(names.map((name) => startWorker(url, id, name, 400, 1)));
  for (const { go } of workers) go();
  for (const { closed } of workers) expect(await closed).toEqual([0, null]);
  const lines = workers.flatMap((worker) => worker.lines());
  const paid = said(lines, "paid").length * 0.008;
  const books = await store.books(id);
  expect(books).toMatchObject({ carriedUsd: 0, reservedUsd: 0, openCalls: 0 });
  expect(books.spentUsd).toBeCloseTo(paid, 9);
  expect(books.spentUsd).toBeLessThanOrEqual(1);
  // Nothing more fits in beside the worst case of one call.
  expect(books.spentUsd).toBeGreaterThan(0.9);
  const ended = said(lines, "ended").map((line) => line.split(" "));
  expect(ended.every(([, , , wasEnded]) => wasEnded === "true")).toBe(true);
  const passed = ended.filter(([, , , , isSpent]) => isSpent === "false").map(([, run]) => run);
  expect(new Set(passed).size).toBe(passed.length);
  for (const worker of workers) expect(said(worker.lines(), "claimed").length).toBeGreaterThan(0);
  await store.close();
});

test("after kill -9 at any moment everything promised is there, and the rest is given back at its worst case", async () => {
  const url = server.newUrl();
  const store = await openPostgresStore(url);
  const { id } = await store.createRun(manifest, 0);
  let carried = 0;
  for (const [round, afterCells] of [1, 20, 60].entries()) {
    const name = `w${round}`;
    const worker = await startWorker(url, id, name, 100_000, 1_000);
    worker.go();
    await worker.hasSaid("ended", afterCells);
    expect(await connectionsOf(name)).toBeGreaterThan(0);
    await sleep(Math.random() * 20);
    worker.kill("SIGKILL");
    await worker.closed;
    await untilGone(name);
    const cells = new Map((await all(store.cells(id))).map((cell) => [cell.run, cell]));
    const calls = await all(store.calls(id));
    const callIds = new Set(calls.map(({ callId }) => callId));
    for (const line of said(worker.lines(), "opened"))
      expect(callIds.has(`${name}-${line.split(" ")[1]}`), line).toBe(true);
    for (const line of said(worker.lines(), "ended")) {
      const cell = cells.get(Number(line.split(" ")[1]))!;
      expect(cell, line).toMatchObject({ outcome: { kind: "passed", score: 1 }, running: false });
      expect((await store.artifact(id, cell, cell.attempts, "output"))?.content).toBe(
        `answer ${cell.run} `.repeat(20),
      );
    }
    const running = [...cells.values()].filter((cell) => cell.running);
    const open = calls.filter((call) => call.state === "open");
    const recovery = await store.recover(id);
    expect(recovery).toMatchObject({ lostAttempts: running.length, lostCalls: open.length });
    carried += open.length;
    expect(await store.recover(id)).toMatchObject({ lostAttempts: 0, lostCalls: 0 });
    expect((await store.totals(id)).running).toBe(0);
    expect(await store.books(id)).toMatchObject({ openCalls: 0, carriedCalls: carried });
  }
  await store.close();
});

test("a process that freezes in the midst of its writes holds nobody up, and its late result is refused", async () => {
  const url = server.newUrl();
  let nowMs = Date.now();
  const store = await openPostgresStore(url, { now: () => nowMs });
  const { id } = await store.createRun(manifest, 0);
  const worker = await startWorker(url, id, "frozen", 100_000, 1_000);
  worker.go();
  await worker.hasSaid("ended", 20);
  worker.kill("SIGSTOP");
  await untilQuiet();
  await store.registerWorker({ id: "other", host: "elsewhere", pid: 1 });
  const held = (await all(store.cells(id))).filter((cell) => cell.running);
  nowMs += 90_000;
  const { lostAttempts } = await store.recover(id);
  expect(lostAttempts).toBeGreaterThanOrEqual(held.length);
  await store.heartbeat("other");
  for (const cell of held)
    expect(await store.claim(id, "other", { ...cell, taskHash: "h" })).toEqual({
      state: "claimed",
      attempt: 2,
    });
  worker.kill("SIGCONT");
  const answered = (run: number) =>
    worker.lines().some((line) => line === `late ${run}` || line.startsWith(`ended ${run} 1 false`));
  while (!held.every(({ run }) => answered(run))) {
    expect(
      held.some(({ run }) => worker.lines().some((line) => line.startsWith(`ended ${run} 1 true`))),
    ).toBe(false);
    await sleep(5);
  }
  for (const cell of held)
    expect(await store.cell(id, cell)).toMatchObject({ running: true, outcome: null, attempts: 2 });
  worker.kill("SIGKILL");
  await worker.closed;
  await store.close();
});
