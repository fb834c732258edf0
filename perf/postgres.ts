// `npm run perf -- postgres [cells]`: what a cell with one call costs when it is kept in PostgreSQL, beside SQLite, and
// how much room it takes there. A real server on this machine, which waits for its disk as it does by default.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { noUsage } from "@flow-state-dev/core";
import { createSqliteStore, openStoreAt, type RunStore } from "@flow-state-dev/records";
import { startPostgres } from "../packages/records/test/postgres/support/postgres-server.ts";
import { printFigures, round } from "./shared/figures.ts";

const concurrency = 64;
const manifest = {
  ...{ kind: "perf", name: "postgres", subjects: ["s"], tasks: {}, runs: 1, models: {}, conditions: {} },
  ...{ circumstances: {}, simulated: true },
};
const budget = { limitUsd: 1_000_000, strict: true };
const usage = { ...noUsage, inputTokens: 100, outputTokens: 50 };
/** About as much as a small answer leaves behind. */
const output = "The quick brown fox jumps over the lazy dog, and says so in its own words. ".repeat(4);

/** Claims, opens, charges and ends the cells of this worker, so many at a time. */
async function work(store: RunStore, runId: string, worker: string, from: number, to: number): Promise<void> {
  await store.registerWorker({ id: worker, host: hostname(), pid: process.pid });
  let next = from;
  const lane = async () => {
    while (next < to) {
      const cell = { subject: "single-generator", task: `task-${next % 100}`, run: next };
      next += 1;
      await store.claim(runId, worker, { ...cell, taskHash: "0123456789abcdef0123456789abcdef" });
      const callId = `${worker}-${cell.run}-0123456789abcdef`;
      const openedAt = new Date().toISOString();
      const call = { callId, payer: "subject" as const, modelId: "sim/perf", worstCaseUsd: 0.01, openedAt };
      await store.openCall(runId, cell, 1, call, budget);
      store.chargeCall(runId, {
        callId,
        costUsd: 0.001,
        usage,
        details: { finishReason: "stop", latencyMs: 1 },
      });
      await store.endAttempt(runId, cell, 1, {
        outcome: { kind: "passed", score: 0.5 },
        evidence: { findings: ["It says so."] },
        ...{ workingMs: 12.5, waitingMs: 0, health: null, suspect: false },
        artifacts: [{ name: "output", mediaType: "text/plain", content: output }],
      });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  await store.flush();
}

async function timed(action: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}

/** Milliseconds of one opening that nobody else is in the way of, the middle of 200. */
async function openingMs(store: RunStore, runId: string): Promise<number> {
  await store.registerWorker({ id: "alone", host: hostname(), pid: process.pid });
  const cell = { subject: "alone", task: "t", run: 0 };
  const { state } = await store.claim(runId, "alone", { ...cell, taskHash: "h" });
  if (state !== "claimed") throw new Error("The cell was taken.");
  const times: number[] = [];
  for (let i = 0; i < 200; i++) {
    const call = { callId: `alone-${i}`, payer: "subject" as const, modelId: "m", worstCaseUsd: 0.01 };
    const openedAt = new Date().toISOString();
    times.push(
      await timed(async () => void (await store.openCall(runId, cell, 1, { ...call, openedAt }, budget))),
    );
  }
  return times.sort((a, b) => a - b)[100]!;
}

/** The same work in processes of their own, on one run; milliseconds from the start of the work to its end. */
async function inProcesses(count: number, url: string, runId: string, cells: number): Promise<number> {
  const workers = Array.from({ length: count }, (_, i) => {
    const range = [(cells / count) * i, (cells / count) * (i + 1)].map(String);
    const args = ["--conditions=@flow-state-dev/source", fileURLToPath(import.meta.url), url, runId, `w${i}`];
    return spawn(process.execPath, [...args, ...range], { stdio: ["pipe", "pipe", "inherit"] });
  });
  await Promise.all(workers.map((worker) => once(worker.stdout, "data")));
  return timed(async () => {
    const ends = workers.map(async (worker) => {
      const closed = once(worker, "close");
      worker.stdin.end("go\n");
      const [code] = await closed;
      if (code !== 0) throw new Error(`A worker ended with ${code}.`);
    });
    await Promise.all(ends);
  });
}

async function measure(cells: number) {
  const folder = mkdtempSync(join(tmpdir(), "perf-postgres-"));
  const server = await startPostgres({ fsync: true });
  try {
    const rows: { store: string; processes: number; msPerCell: number; writesPerSecond: number }[] = [];
    const row = (store: string, processes: number, ms: number) => {
      const figures = {
        store,
        processes,
        msPerCell: round(ms / cells, 4),
        writesPerSecond: Math.round((4000 * cells) / ms),
      };
      rows.push(figures);
      console.log(
        `${store.padEnd(12)} ${String(processes).padStart(9)} ${figures.msPerCell.toFixed(4).padStart(11)} ${String(figures.writesPerSecond).padStart(9)}`,
      );
    };
    console.log(`${cells} cells with one call and an artifact each, ${concurrency} at once in each process`);
    console.log("store        processes   ms a cell  writes/s");
    const file = join(folder, "x.db");
    const sqlite = createSqliteStore(file);
    const inFile = await sqlite.createRun(manifest, cells);
    row("SQLite", 1, await timed(() => work(sqlite, inFile.id, "w", 0, cells)));
    const sqliteOpeningMs = await openingMs(sqlite, inFile.id);
    await sqlite.close();
    const sqliteBytes = statSync(file).size;

    const url = server.newUrl();
    const postgres = await openStoreAt(url);
    const one = await postgres.createRun(manifest, cells);
    await work(postgres, one.id, "warm", 10_000_000, 10_000_500);
    row("PostgreSQL", 1, await timed(() => work(postgres, one.id, "w", 0, cells)));
    const postgresOpeningMs = await openingMs(postgres, one.id);
    const size = async () => {
      const [row] = await server.sql<{ bytes: string }>(
        `SELECT sum(pg_total_relation_size(c.oid)) AS bytes FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
          WHERE n.nspname = $1 AND c.relkind = 'r'`,
        [new URL(url).searchParams.get("schema")],
      );
      return Number(row!.bytes);
    };
    const postgresBytes = await size();
    const readMs = await timed(async () => {
      let count = 0;
      for await (const _ of postgres.cells(one.id)) count += 1;
      if (count < cells) throw new Error(`Only ${count} cells were read.`);
    });
    for (const processes of [2, 4]) {
      const { id } = await postgres.createRun(manifest, cells);
      row("PostgreSQL", processes, await inProcesses(processes, url, id, cells));
      const { outcomes, spend } = await postgres.totals(id);
      if (outcomes.passed !== cells || Math.round(spend.subject * 1000) !== cells)
        throw new Error(`${outcomes.passed} cells, $${spend.subject}`);
    }
    await postgres.close();
    const figures = {
      rows,
      openingMs: { sqlite: round(sqliteOpeningMs, 3), postgres: round(postgresOpeningMs, 3) },
      bytesPer1000Cells: {
        sqlite: Math.round((sqliteBytes / cells) * 1000),
        postgres: Math.round((postgresBytes / (cells + 500)) * 1000),
      },
      readCellsPerSecond: Math.round((cells / readMs) * 1000),
    };
    console.log(
      `one opening, nobody in the way: SQLite ${figures.openingMs.sqlite} ms, PostgreSQL ${figures.openingMs.postgres} ms`,
    );
    console.log(
      `bytes for 1,000 cells: SQLite ${figures.bytesPer1000Cells.sqlite}, PostgreSQL ${figures.bytesPer1000Cells.postgres}`,
    );
    console.log(`cells read from PostgreSQL: ${figures.readCellsPerSecond} a second`);
    printFigures("postgres", { figures: { cells, ...figures } });
  } finally {
    await server.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

const [first, runId, worker, from, to] = process.argv.slice(2);
if (first?.startsWith("postgres:")) {
  const store = await openStoreAt(first);
  process.stdout.write("ready\n");
  await once(process.stdin, "data");
  await work(store, runId!, worker!, Number(from), Number(to));
  await store.close();
  process.stdin.destroy();
} else await measure(Number(first ?? 10_000));
