// `npm run perf -- scale [--million]`: whether time and memory a cell stay flat as cells, tasks, subjects and earlier runs
// grow, and how long a report takes. Each row in a process of its own, every cell durable in a file.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createSqliteStore, type RunManifest } from "@flow-state-dev/records";
import { manifestOf, planCells, sweep } from "@flow-state-dev/sweep";
import { type BenchmarkRunResult, buildBenchmarkReport } from "@flow-state-dev/testing";
import { printFigures, round } from "./shared/figures.ts";
import { type Column, tableText } from "./shared/table.ts";

/** What a row measures: a sweep of so many cells after so many earlier runs, or a report of them. */
interface Shape {
  kind: "sweep" | "report";
  subjects: number;
  tasks: number;
  runs: number;
  /** Runs that the store holds before. */
  history: number;
}

interface Row extends Shape {
  cells: number;
  /** To the result; to run one, and to find the last one among all. */
  seconds: number;
  msPerCell: number;
  /** Of CPU, which a busy machine changes less. */
  cpuMsPerCell: number;
  /** Peak less what the process had at the start, and that a thousand cells. */
  grownMb: number;
  kbPerCell: number;
  peakMb: number;
  storeBytesPerCell: number | null;
}

const concurrency = 64;
const shape = (kind: Shape["kind"], subjects: number, tasks: number, runs: number, history = 0): Shape => ({
  ...{ kind, subjects, tasks, runs, history },
});

async function sweepOf({ subjects, tasks, runs, history }: Shape) {
  const folder = mkdtempSync(join(tmpdir(), "perf-scale-"));
  const file = join(folder, "x.db");
  const store = createSqliteStore(file);
  try {
    const plan = planCells({
      subjects: Array.from({ length: subjects }, (_, at) => ({ name: `subject-${at}` })),
      tasks: Array.from({ length: tasks }, (_, at) => ({ id: `task-${at}`, hash: `hash-${at}` })),
      runs,
    });
    const manifest = manifestOf(plan, { kind: "perf", name: "scale", models: {}, simulated: true });
    await makeHistory(store, manifest, history);
    const startMb = residentMb();
    const [started, cpu] = [performance.now(), process.cpuUsage()];
    const { outcomes, runId } = await sweep({
      ...{ cells: plan, manifest, store, limits: { concurrency } },
      runCell: async () => ({ outcome: { kind: "passed", score: 1 } }),
    });
    const last = await store.findRun("last");
    const took = { ...timesSince(started, cpu), startMb };
    if (outcomes.passed !== plan.count || last?.id !== runId) throw new Error("The run is not whole.");
    await store.close();
    return { ...took, storeBytes: statSync(file).size };
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeHistory(
  store: ReturnType<typeof createSqliteStore>,
  manifest: RunManifest,
  runs: number,
): Promise<void> {
  const short = { ...manifest, name: "earlier", tasks: {} };
  for (let at = 0; at < runs; at += 500) {
    const made = await Promise.all(
      Array.from({ length: Math.min(500, runs - at) }, () => store.createRun(short, 1)),
    );
    await Promise.all(made.map(({ id }) => store.updateRun(id, { state: "finished" })));
  }
}

function reportOf({ subjects, tasks, runs }: Shape) {
  const results: BenchmarkRunResult[] = [];
  let state = 1;
  for (let run = 0; run < runs; run++)
    for (let task = 0; task < tasks; task++)
      for (let subject = 0; subject < subjects; subject++) {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        const score = Math.round((state / 2_147_483_648) * 4) / 4;
        results.push({
          ...{ subject: `subject-${subject}`, kind: subject === 0 ? "baseline" : "pattern" },
          ...{ taskId: `task-${task}`, category: `category-${task % 4}`, run, score, passed: score >= 0.5 },
          ...{ errored: false, costUsd: 0.001 * (1 + subject), latencyMs: 100, outcome: "passed" },
        });
      }
  const startMb = residentMb();
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  const report = buildBenchmarkReport(results, {
    ...{ model: "sim/perf", runs, startedAt: 0, totalMs: 0, budgetExceeded: false, warnings: [] },
    primaryBaseline: "subject-0",
  });
  if (report.coverage.scored !== results.length) throw new Error("The report is not whole.");
  return { ...timesSince(started, cpu), startMb, storeBytes: null };
}

function timesSince(started: number, cpu: NodeJS.CpuUsage) {
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - started, cpuMs: (user + system) / 1000 };
}

function residentMb(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss() / 1e6;
}

async function measure(wanted: Shape): Promise<Row> {
  const cells = wanted.subjects * wanted.tasks * wanted.runs;
  const { ms, cpuMs, startMb, storeBytes } =
    wanted.kind === "sweep" ? await sweepOf(wanted) : reportOf(wanted);
  const peakMb = (process.resourceUsage().maxRSS * 1024) / 1e6;
  return {
    ...{ ...wanted, cells, seconds: round(ms / 1000, 2), peakMb: round(peakMb) },
    msPerCell: round(ms / cells, 4),
    cpuMsPerCell: round(cpuMs / cells, 4),
    grownMb: round(peakMb - startMb),
    kbPerCell: round(((peakMb - startMb) * 1000) / cells, 2),
    storeBytesPerCell: storeBytes === null ? null : round(storeBytes / cells),
  };
}

function measureApart(wanted: Shape, compiled: string): Row {
  const self = fileURLToPath(import.meta.url);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--expose-gc", "--conditions=@flow-state-dev/source", self, "--row", JSON.stringify(wanted)],
    { encoding: "utf8", env: { ...process.env, NODE_COMPILE_CACHE: compiled } },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Row;
}

const columns: readonly Column<Row>[] = [
  { title: "what", of: ({ kind }) => kind },
  { title: "subjects", of: ({ subjects }) => subjects },
  { title: "tasks", of: ({ tasks }) => tasks },
  { title: "runs", of: ({ runs }) => runs },
  { title: "earlier runs", of: ({ history }) => history },
  { title: "cells", of: ({ cells }) => cells },
  { title: "seconds", of: ({ seconds }) => seconds, digits: 2 },
  { title: "ms a cell", of: ({ msPerCell }) => msPerCell, digits: 4 },
  { title: "CPU ms a cell", of: ({ cpuMsPerCell }) => cpuMsPerCell, digits: 4 },
  { title: "peak MB", of: ({ peakMb }) => peakMb },
  { title: "grown by MB", of: ({ grownMb }) => grownMb },
  { title: "bytes a cell", of: ({ storeBytesPerCell }) => storeBytesPerCell },
];

const { values: flags } = parseArgs({ options: { million: { type: "boolean" }, row: { type: "string" } } });
if (flags.row !== undefined) console.log(JSON.stringify(await measure(JSON.parse(flags.row) as Shape)));
else {
  const compiled = mkdtempSync(join(tmpdir(), "perf-compiled-"));
  process.once("exit", () => rmSync(compiled, { recursive: true, force: true }));
  const shapes = [
    ...[1, 10, 100].map((times) => shape("sweep", 5, 20 * times, 10)),
    ...(flags.million ? [shape("sweep", 5, 20_000, 10)] : []),
    shape("sweep", 1, 100_000, 1),
    shape("sweep", 1_000, 10, 10),
    shape("sweep", 1, 1, 100_000),
    ...[100, 10_000].map((history) => shape("sweep", 5, 200, 10, history)),
    ...[20, 200, 2_000, 20_000].map((tasks) => shape("report", 5, tasks, 10)),
    shape("report", 100, 1_000, 10),
    shape("report", 2, 500_000, 1),
  ];
  measureApart(shape("sweep", 1, 10, 1), compiled);
  const rows: Row[] = [];
  for (const each of shapes) {
    const row = measureApart(each, compiled);
    rows.push(row);
    console.error(`${row.kind} of ${row.cells}: ${row.seconds} s`);
  }
  console.log(`sweeps with every cell durable, ${concurrency} at once; reports from results in memory`);
  console.log(tableText(columns, rows));
  printFigures("scale", { concurrency, rows });
}
