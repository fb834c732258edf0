// `npm run perf -- benchmark [cells]`: what `runBenchmark` takes a cell beside the models, with an instant model, the
// baseline only, the judge on and every cell durable in a file; and a sweep of all patterns with faults.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createModelResolver,
  type GeneratorModel,
  type ModelResolver,
  simModel,
  simProfiles,
} from "@flow-state-dev/core";
import { defaultBenchmarkRegistry } from "@flow-state-dev/patterns";
import { baselineSubject, comparePatterns, runBenchmark } from "@flow-state-dev/testing";
import { shopTools } from "../examples/choose-a-pattern/shop-tools.ts";
import { tasks as keyedTasks } from "../examples/choose-a-pattern/tasks.ts";
import { printFigures } from "./shared/figures.ts";
import { type Column, tableText } from "./shared/table.ts";

const verdict = JSON.stringify({
  findings: ["c1", "c2"].map((criterion) => ({ criterion, evidence: "It says so.", verdict: "met" })),
});

/** Answers at once: a word as the subject, a verdict as the judge. */
const instant: ModelResolver = (modelId, blockName): GeneratorModel => ({
  modelId,
  generate: async () => ({
    text: blockName?.startsWith("eval-judge") ? verdict : "An answer of some length, as answers are.",
    usage: { promptTokens: 500, completionTokens: 50, totalTokens: 550 },
  }),
});

async function cells(count: number) {
  const folder = mkdtempSync(join(tmpdir(), "perf-benchmark-"));
  const runs = 10;
  const model = "openai/gpt-5.4-mini";
  const started = performance.now();
  try {
    const report = await runBenchmark({
      subjects: [baselineSubject({ model })],
      tasks: Array.from({ length: count / runs }, (_, index) => ({
        id: `task-${index}`,
        category: "reasoning",
        prompt: `Task ${index}: say something about the number ${index}.`,
        rubric: ["Says something", `Speaks of ${index}`],
      })),
      ...{ model, judgeModel: "anthropic/claude-haiku-4-5", runs, concurrency: 64 },
      modelResolver: instant,
      judgeResolver: instant,
      store: join(folder, "x.db"),
    });
    const ms = performance.now() - started;
    if (report.coverage.scored !== count)
      throw new Error(`Only ${report.coverage.scored} cells have a score.`);
    return { cells: count, msPerCell: ms / count, seconds: ms / 1000, peakMb: peakMb() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** All ten patterns and the baseline on 24 tasks, 3 runs each, on a model of which one call in twenty fails. */
async function patterns() {
  const folder = mkdtempSync(join(tmpdir(), "perf-patterns-"));
  const answerKey = keyedTasks.map(({ prompt, simulated }) => ({ prompt, ...simulated }));
  const failures = {
    rateLimit: 0.02,
    serverError: 0.015,
    timeout: 0.002,
    malformed: 0.013,
    retryAfterSeconds: 0.05,
  };
  const profiles = { weak: { ...simProfiles.weak, failures: { ...failures, hangMs: 500 } } };
  const resolver = createModelResolver({
    sim: (name) => simModel(name, { answerKey, profiles, seed: 3 }),
  });
  const started = performance.now();
  try {
    const report = await comparePatterns(defaultBenchmarkRegistry, Object.keys(defaultBenchmarkRegistry), {
      ...{ tasks: keyedTasks, model: "sim/weak", judgeModel: "sim/judge", runs: 3, concurrency: 64 },
      ...{ modelResolver: resolver, judgeResolver: resolver, uses: [shopTools] },
      store: join(folder, "x.db"),
    });
    const seconds = (performance.now() - started) / 1000;
    const { planned, scored } = report.coverage;
    const errored = report.results.filter((cell) => cell.errored).length;
    return { subjects: report.subjects.length, cells: planned, scored, errored, seconds, peakMb: peakMb() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function peakMb(): number {
  return Math.round(process.resourceUsage().maxRSS / 1000);
}

interface Row {
  what: string;
  cells: number;
  scored: number;
  seconds: number;
  msPerCell: number;
  peakMb: number;
  aim: string;
}

const columns: readonly Column<Row>[] = [
  { title: "what", of: ({ what }) => what },
  { title: "cells", of: ({ cells }) => cells },
  { title: "with a score", of: ({ scored }) => scored },
  { title: "seconds", of: ({ seconds }) => seconds, digits: 2 },
  { title: "ms a cell", of: ({ msPerCell }) => msPerCell, digits: 3 },
  { title: "peak MB", of: ({ peakMb }) => peakMb },
  { title: "aim", of: ({ aim }) => aim },
];

const alone = await cells(Number(process.argv[2] ?? 10_000));
const all = await patterns();
const rows: Row[] = [
  { what: "baseline, instant model, judged", ...alone, scored: alone.cells, aim: "0.5 ms a cell" },
  {
    what: `${all.subjects} subjects × 24 tasks × 3 runs, 5 % faults`,
    ...{ ...all, msPerCell: (all.seconds * 1000) / all.cells, aim: "60 s" },
  },
];
console.log("runBenchmark with every cell durable in a file");
console.log(tableText(columns, rows));
printFigures("benchmark", { alone, patterns: all });
