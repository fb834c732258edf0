import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BenchmarkWords } from "../programs/benchmark-of.ts";
import type { SweeperOrder } from "../programs/sweeper.ts";
import { meanCostUsd, modelIds, price } from "../programs/usage.ts";
import type { Place } from "./place.ts";
import { cellCount, type RoundPlan } from "./round-plan.ts";

/** What a round starts, again and again, until everything has a result. */
export interface Workload {
  /** The command line for Node, with the budget of the plan or, for the last life, without. */
  words(budgeted: boolean): string[];
  /** What the lives before the last may spend, in US dollars. */
  budgetUsd: number | null;
  /** The file that says what is to be run. */
  definition: string | null;
  /** Where answers are kept. */
  cache: string | null;
  /** A file of results, which is whole whenever it is there. */
  results: string | null;
  /** The command line that shows what came of it. */
  show: string[] | null;
  /** Exit codes: done; stopped by the budget; a file that cannot be used. */
  codes: { done: readonly number[]; budget: number; badFile: readonly number[] };
  /** Files that may be in the project, as paths from its folder. */
  files: readonly RegExp[];
}

const url = (path: string) => new URL(path, import.meta.url);
const bin = fileURLToPath(url("../../packages/cli/bin/x.js"));
const sweeper = fileURLToPath(url("../programs/sweeper.ts"));
const storeFiles = /^\.x\/(x\.db|\.gitignore|x\.db-(wal|shm))$/;

/** Writes into the project what a round needs, and tells how it is started. */
export function prepareWorkload(plan: RoundPlan, place: Place): Workload {
  const prices = { models: Object.fromEntries(modelIds.map((id) => [id, price])) };
  writeFileSync(join(place.root, "prices.json"), JSON.stringify(prices));
  const calls = plan.kind === "compare" ? 2.5 : 2;
  const budgetUsd = plan.budget && plan.budget.share * cellCount(plan) * calls * meanCostUsd;
  const limit = (flag: string) => (budgeted: boolean) => [
    ...(budgeted && budgetUsd !== null ? [flag, budgetUsd.toFixed(6)] : []),
    ...(budgeted && plan.budget?.strict ? ["--strict"] : []),
  ];
  if (plan.kind === "sweep") return sweepWorkload(plan, place, budgetUsd);
  if (plan.kind === "compare") return compareWorkload(plan, place, budgetUsd, limit("--max-cost"));
  return benchWorkload(plan, place, budgetUsd, limit("--budget"));
}

function sweepWorkload(plan: RoundPlan, place: Place, budgetUsd: number | null): Workload {
  const cached = plan.lives.some(({ half }) => half?.what === "half-cache");
  const cache = cached ? join(place.project, "answers") : null;
  const order: SweeperOrder = { plan, cache, budgetUsd };
  return {
    words: (budgeted) => [
      "--conditions=@flow-state-dev/source",
      sweeper,
      JSON.stringify(budgeted ? order : { ...order, budgetUsd: null }),
    ],
    ...{ budgetUsd, cache, definition: null, results: null, show: null },
    codes: { done: [0], budget: 1, badFile: [] },
    files: [storeFiles, /^answers\/..\/[0-9a-f]+\.json$/],
  };
}

function compareWorkload(
  plan: RoundPlan,
  place: Place,
  budgetUsd: number | null,
  limit: (budgeted: boolean) => string[],
): Workload {
  const definition = join(place.project, "definition.ts");
  const tasks = Array.from({ length: plan.tasks }, (_, at) => `t${at}`);
  const words: BenchmarkWords = { model: plan.model, runs: plan.runs, concurrency: plan.concurrency, tasks };
  const from = JSON.stringify(url("../programs/benchmark-of.ts").href);
  const text = `import { benchmarkOf } from ${from};\n\nexport default benchmarkOf(${JSON.stringify(words, null, 2)});\n`;
  writeFileSync(definition, text);
  return {
    words: (budgeted) => [
      ...[bin, "compare", "definition.ts", "--resume", "--output", "card.txt", ...limit(budgeted)],
    ],
    ...{ budgetUsd, definition, cache: null, results: null, show: [bin, "show", "last"] },
    codes: { done: [0], budget: 1, badFile: [2, 4] },
    files: [storeFiles, /^(definition\.ts|card\.txt)$/],
  };
}

function benchWorkload(
  plan: RoundPlan,
  place: Place,
  budgetUsd: number | null,
  limit: (budgeted: boolean) => string[],
): Workload {
  const put = (path: string, content: unknown) => {
    const text = typeof content === "string" ? content : JSON.stringify(content, null, 2);
    writeFileSync(join(place.project, path), text);
  };
  mkdirSync(join(place.project, "work"));
  put("work/a.txt", "one\n");
  put("work/agent.sh", readFileSync(url("../programs/agent.sh"), "utf8"));
  put("suite.json", {
    ...{ name: "chaos", workspace: "work", runs: plan.runs, defaults: { budget: 1, timeout: 6 } },
    cases: Array.from({ length: plan.tasks }, (_, at) => ({
      ...{ id: `t${at}`, prompt: `Touch done.txt, number ${at}.` },
      expect: [
        "file:done.txt exists",
        ...(plan.judged ? ["judge:The file done.txt is there."] : []),
        "test:test -e a.txt",
      ],
    })),
  });
  put("script.json", {
    price,
    conversations: [
      {
        turns: [
          { text: "I touch it.", toolCalls: [{ toolName: "shell", args: { command: "touch done.txt" } }] },
          { text: "Done." },
        ],
      },
    ],
  });
  return {
    words: (budgeted) => [
      ...[bin, "bench", "suite.json", "--resume", "--output", "out.json"],
      ...["--concurrent", String(plan.concurrency), ...agentWords(plan, place), ...limit(budgeted)],
      ...(plan.judged ? ["--judge-model", "openai-compatible/judge"] : []),
    ],
    ...{ budgetUsd, definition: join(place.project, "suite.json"), cache: null },
    ...{ results: join(place.project, "out.json"), show: [bin, "show", "last"] },
    codes: { done: [0, 1], budget: 3, badFile: [2] },
    files: [storeFiles, /^(suite|script|out)\.json$/, /^work\/(a\.txt|agent\.sh)$/],
  };
}

function agentWords({ agent, model, transcriptBytes }: RoundPlan, { marker }: Place): string[] {
  const command = (calls: number) => `command:bash agent.sh ${marker} ${transcriptBytes} ${calls}`;
  if (agent === "command") return ["--agent", command(0)];
  if (agent === "gateway") return ["--agent", command(2), "--model", "openai-compatible/acme"];
  return ["--agent", "x", "--model", agent === "scripted" ? "scripted:script.json" : model];
}
