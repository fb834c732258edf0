/** A tool that is given the workload, and how. */
export interface Tool {
  name: string;
  /** Where its packages come from: this project packed, or pinned packages; absent when it needs none. */
  from?: "this project" | { name: string; packages: readonly string[] };
  /** What of peers/ it needs beside the workload, and under which names. */
  files: Readonly<Record<string, string>>;
  /** Arguments for Node, in a folder within the installation. */
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** What it leaves of its results; null when it keeps nothing. */
  store: string | null;
  /** How many cells passed, in its own words; absent when only its exit code tells. */
  passed?: RegExp;
  /** Runs on the Node of the machine: its native parts are built for that one. */
  machineNode?: boolean;
}

const promptfoo = { name: "promptfoo-0.123.1", packages: ["promptfoo@0.123.1"] };
const evalite = {
  name: "evalite-1.0.0-beta.16",
  packages: ["evalite@1.0.0-beta.16", "vitest@4", "better-sqlite3@11", "ai@6"],
};
const vitestEvals = {
  name: "vitest-evals-0.16.1",
  packages: ["vitest-evals@0.16.1", "vitest@4", "ai@6", "zod@4", "tinyrainbow@3"],
};
const mastra = { name: "mastra-1.71.0", packages: ["@mastra/core@1.71.0", "zod@4"] };
const quiet = { PROMPTFOO_DISABLE_TELEMETRY: "1", PROMPTFOO_DISABLE_UPDATE: "1", PROMPTFOO_CONFIG_DIR: "." };
const ownWords = /passed (\d+)/;
const runEvalite = ["../node_modules/evalite/dist/bin.js", "run", "--hideTable", "workload.eval.ts"];

/**
 * All tools; the first two are ours, the third is what nothing can be faster than, the fourth what no tool can be that
 * takes as much of its one thread as we do.
 */
export const tools: readonly Tool[] = [
  {
    name: "x, library",
    from: "this project",
    files: { "library.mjs": "library.mjs", "benchmark.mjs": "benchmark.mjs" },
    args: ["library.mjs"],
    store: "x.db",
    passed: ownWords,
  },
  {
    name: "x compare",
    from: "this project",
    files: { "benchmark.mjs": "benchmark.mjs" },
    args: ["../node_modules/@flow-state-dev/cli/bin/x.js", "compare", "benchmark.mjs"],
    store: ".x",
    passed: /([\d,]+)\/[\d,]+ +\$/,
  },
  {
    name: "floor: a loop that appends lines",
    files: { "floor.mjs": "floor.mjs" },
    args: ["floor.mjs"],
    store: "results.jsonl",
    passed: ownWords,
  },
  {
    name: "floor with 0.18 ms of work a cell",
    files: { "floor.mjs": "floor.mjs" },
    args: ["floor.mjs"],
    env: { PERF_WORK_MS: "0.18" },
    store: "results.jsonl",
    passed: ownWords,
  },
  {
    name: "vitest-evals 0.16.1",
    from: vitestEvals,
    files: { "vitest-evals.mjs": "workload.test.mjs" },
    args: [
      ...["../node_modules/vitest/vitest.mjs", "run", "workload.test.mjs", "--maxConcurrency=50"],
      ...["--testTimeout=600000", "--reporter=json", "--outputFile.json=results.json"],
    ],
    store: "results.json",
  },
  {
    name: "Mastra core 1.71.0",
    from: mastra,
    files: { "mastra.mjs": "mastra.mjs" },
    args: ["mastra.mjs"],
    store: null,
    passed: ownWords,
  },
  {
    name: "promptfoo 0.123.1, API",
    from: promptfoo,
    files: {
      "promptfoo-api.mjs": "promptfoo-api.mjs",
      "promptfooconfig.mjs": "promptfooconfig.mjs",
      "promptfoo-provider.mjs": "promptfoo-provider.mjs",
    },
    args: ["promptfoo-api.mjs"],
    env: quiet,
    store: null,
    passed: ownWords,
  },
  {
    name: "promptfoo 0.123.1, CLI",
    from: promptfoo,
    files: {
      "promptfooconfig.mjs": "promptfooconfig.mjs",
      "promptfoo-provider.mjs": "promptfoo-provider.mjs",
    },
    args: [
      ...["../node_modules/promptfoo/dist/src/entrypoint.js", "eval", "-c", "promptfooconfig.mjs"],
      ...["-j", "50", "--no-table", "--no-progress-bar", "--no-cache"],
    ],
    env: quiet,
    store: "promptfoo.db",
    passed: /([\d,]+) passed/,
  },
  {
    name: "evalite 1.0.0-beta.16, memory",
    from: evalite,
    files: { "evalite.mjs": "workload.eval.ts", "evalite.config.mjs": "evalite.config.mjs" },
    args: runEvalite,
    store: null,
  },
  {
    name: "evalite 1.0.0-beta.16, SQLite",
    from: evalite,
    files: { "evalite.mjs": "workload.eval.ts", "evalite.config.mjs": "evalite.config.mjs" },
    args: runEvalite,
    env: { PERF_STORE: "sqlite" },
    store: "evalite.db",
    machineNode: true,
  },
];
