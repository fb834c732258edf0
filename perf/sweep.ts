// `npm run perf -- sweep [cells]`: what a sweep costs beside the cells themselves, with every cell durable.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { getHeapSpaceStatistics } from "node:v8";
import { type ChargeFacts, noUsage } from "@flow-state-dev/core";
import { createSqliteStore } from "@flow-state-dev/records";
import { type CellResult, planCells, type RunCell, sweep } from "@flow-state-dev/sweep";
import { printFigures, round } from "./shared/figures.ts";
import { type Column, tableText } from "./shared/table.ts";

/**
 * What a cell does: nothing; one call that is written down before it goes out and booked when it has ended; or nothing
 * for 10 ms, so that the ideal is not 0.
 */
type Work = "none" | "call" | "10ms";

interface Figures {
  cells: number;
  work: Work;
  concurrency: number;
  /** Wall time over the ideal: cells × their time / concurrency. */
  msPerCell: number;
  seconds: number;
  peakMb: number;
  /** Memory of the process when everything is loaded and nothing has run. */
  startMb: number;
  /** Of the peak, what V8 holds for objects that have just been made; it grows this with the rate of garbage. */
  youngMb: number;
  /** What is in use when the sweep has ended and its garbage is gone; null without `--expose-gc`. */
  liveMb: number | null;
}

const rows: readonly [cells: number, work: Work][] = [
  [1_000, "none"],
  [10_000, "none"],
  [100_000, "none"],
  [10_000, "call"],
  [100_000, "call"],
  [10_000, "10ms"],
];
const concurrency = 64;
const subjects = ["single-generator", "debate", "supervisor", "reflection", "planner"];

const workers: Record<Work, RunCell> = {
  none: async () => result,
  async call(_, { account }) {
    const call = await account.open({ modelId: "sim/perf", worstCaseUsd: 0.01 });
    call.settle(charge);
    return result;
  },
  "10ms": async () => {
    await sleep(10);
    return result;
  },
};
const result: CellResult = { outcome: { kind: "passed", score: 0.5 } };
const charge: ChargeFacts = {
  status: "complete",
  finishReason: "stop",
  modelId: "sim/perf",
  usage: { ...noUsage, inputTokens: 100, outputTokens: 50 },
  usageKnown: "reported",
  costUsd: 0.001,
  costBasis: "prices",
  streamed: false,
  startedAt: new Date().toISOString(),
  latencyMs: 1,
};

async function measure(cells: number, work: Work): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), "perf-sweep-"));
  const store = createSqliteStore(join(folder, "x.db"));
  try {
    const runs = 10;
    const tasks = Array.from({ length: cells / subjects.length / runs }, (_, i) => ({
      id: `task-${i}`,
      hash: `hash-${i}`,
    }));
    const plan = planCells({ subjects, tasks, runs, baseline: "single-generator" });
    const startMb = memoryMb();
    let [peakMb, youngMb] = [startMb, newSpaceMb()];
    const look = () => {
      const now = memoryMb();
      if (now <= peakMb) return;
      [peakMb, youngMb] = [now, newSpaceMb()];
    };
    const watch = setInterval(look, 20);
    const started = performance.now();
    const swept = await sweep({
      cells: plan,
      manifest: {
        kind: "perf",
        name: "sweep",
        subjects,
        tasks: Object.fromEntries(tasks.map(({ id, hash }) => [id, hash])),
        runs,
        models: {},
        conditions: {},
        circumstances: {},
        simulated: true,
      },
      store,
      limits: { concurrency },
      runCell: workers[work],
    });
    const elapsed = performance.now() - started;
    clearInterval(watch);
    look();
    globalThis.gc?.();
    const liveMb = globalThis.gc ? Math.round(process.memoryUsage().heapUsed / 1e6) : null;
    if (swept.outcomes.passed !== cells) throw new Error(`Only ${swept.outcomes.passed} cells were run.`);
    const ideal = work === "10ms" ? (cells * 10) / concurrency : 0;
    return {
      cells,
      work,
      concurrency,
      msPerCell: round((elapsed - ideal) / cells, 4),
      seconds: round(elapsed / 1000, 2),
      ...{ peakMb, startMb, youngMb, liveMb },
    };
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Each row in a process of its own, so that none pays for the memory of another. The sources come compiled, as in a
 * published package: what it takes to strip their types is no part of a sweep.
 */
function measureApart(cells: number, work: Work, compiled: string): Figures {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      "--expose-gc",
      "--conditions=@flow-state-dev/source",
      fileURLToPath(import.meta.url),
      String(cells),
      work,
    ],
    { encoding: "utf8", env: { ...process.env, NODE_COMPILE_CACHE: compiled } },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Figures;
}

function memoryMb(): number {
  return Math.round(process.memoryUsage.rss() / 1e6);
}

function newSpaceMb(): number {
  const bytes = getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name.startsWith("new_"))
    .reduce((sum, { physical_space_size: size }) => sum + size, 0);
  return Math.round(bytes / 1e6);
}

const columns: readonly Column<Figures>[] = [
  { title: "cells", of: ({ cells }) => cells },
  { title: "work", of: ({ work }) => work },
  { title: "ms a cell over the ideal", of: ({ msPerCell }) => msPerCell, digits: 4 },
  { title: "seconds", of: ({ seconds }) => seconds, digits: 2 },
  { title: "peak MB", of: ({ peakMb }) => peakMb },
  { title: "(at start)", of: ({ startMb }) => startMb },
  { title: "(young)", of: ({ youngMb }) => youngMb },
  { title: "live MB", of: ({ liveMb }) => liveMb },
];

const [onlyCells, onlyWork = "none"] = process.argv.slice(2);
if (onlyCells) console.log(JSON.stringify(await measure(Number(onlyCells), onlyWork as Work)));
else {
  const compiled = mkdtempSync(join(tmpdir(), "perf-compiled-"));
  process.once("exit", () => rmSync(compiled, { recursive: true, force: true }));
  measureApart(50, "none", compiled);
  console.log(`${concurrency} cells at once, every one durable in a file`);
  const figures = rows.map(([cells, work]) => measureApart(cells, work, compiled));
  console.log(tableText(columns, figures));
  printFigures("sweep", { figures });
}
