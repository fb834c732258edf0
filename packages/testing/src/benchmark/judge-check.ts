import { FlowError, type PriceTable } from "@flow-state-dev/core";
import {
  type CanaryReport,
  type GoldenReport,
  type Judge,
  runCanaries,
  runGolden,
} from "@flow-state-dev/judge";
import { contentHash, type JsonObject, passed, type RunStore } from "@flow-state-dev/records";
import { type CellContext, type CellResult, manifestOf, planCells, sweep } from "@flow-state-dev/sweep";
import type { JudgeSummary } from "../report/judge-summary.ts";
import { taskHash } from "./benchmark-plan.ts";
import type { BenchmarkResolvers } from "./executor-resolvers.ts";
import { defaultBenchmarkName, type RunBenchmarkConfig } from "./run-benchmark-config.ts";

/** A judge that let something pass that deserves nothing: its scores would mean nothing, so nothing else was run. */
export class JudgeVoidError extends FlowError {
  override readonly name = "JudgeVoidError";

  constructor(models: readonly string[], canaries: readonly string[], spentUsd: number) {
    super(
      `The judge ${models.join(", ")} is void: it passed outputs that deserve nothing (${canaries.join(", ")}). Choose another judgeModel, or make the rubrics more exact. No subject was run.`,
      { code: "judge-void", details: { models, canaries, spentUsd } },
    );
  }
}

/** What was found of the judge before it was used. */
export interface JudgeCheck {
  canaries: JudgeSummary["canaries"];
  golden: JudgeSummary["golden"];
  spentUsd: number;
  warnings: string[];
}

interface CheckParts {
  judge: Judge;
  resolvers: BenchmarkResolvers;
  prices: PriceTable;
  store: RunStore;
}

/** The part of a check that is kept: what a later process needs to know of it. */
type Kept = Partial<Pick<JudgeCheck, "canaries" | "golden">>;

const nothing: JudgeCheck = { canaries: null, golden: null, spentUsd: 0, warnings: [] };

/**
 * Judges canaries and labelled outputs before the judge is used. A run of its own in the store, so that its money is in
 * the books; with `resume` a check that has ended is not paid for again. Throws `JudgeVoidError`.
 */
export async function checkJudge(config: RunBenchmarkConfig, parts: CheckParts): Promise<JudgeCheck> {
  const { canaries = false, golden = [] } = config.judge ?? {};
  const judged = config.tasks.filter(({ rubric }) => rubric.length > 0);
  const checks = [
    ...(canaries && judged.length > 0 ? [{ id: "canaries", hash: contentHash(judged.map(taskHash)) }] : []),
    ...(golden.length > 0 ? [{ id: "golden", hash: contentHash(golden) }] : []),
  ];
  if (checks.length === 0) return nothing;
  const found = await runChecks(config, parts, checks);
  const fallenFor = found.canaries?.passed ?? [];
  if (fallenFor.length > 0) throw new JudgeVoidError(parts.judge.models, fallenFor, found.spentUsd);
  return found;
}

async function runChecks(
  config: RunBenchmarkConfig,
  { judge, resolvers, prices, store }: CheckParts,
  checks: { id: string; hash: string }[],
): Promise<JudgeCheck> {
  const subject = judge.models.join(", ");
  const plan = planCells({ subjects: [subject], tasks: checks, runs: 1 });
  const manifest = manifestOf(plan, {
    kind: "judge-check",
    name: config.name ?? defaultBenchmarkName,
    simulated: resolvers.simulated,
    models: { judge: subject },
    conditions: { judge: { fingerprint: judge.fingerprint, repeats: judge.repeats } },
  });
  const earlier = config.resume ? await earlierCheck(store, manifest.name, subject, plan) : undefined;
  if (earlier) return { ...nothing, ...earlier };
  const kept: Kept = {};
  const result = await sweep({
    ...{ cells: plan, store, manifest, resume: config.resume ?? false },
    limits: { ...config.limits, ...(config.maxCostUsd !== undefined && { budgetUsd: config.maxCostUsd }) },
    ...(config.signal && { signal: config.signal }),
    ...(config.drain && { drain: config.drain }),
    async runCell(cell, context) {
      const found = await checkOf(cell.task, config, { judge, resolvers, prices }, context);
      Object.assign(kept, found);
      return keep(found);
    },
  });
  const { subject: bySubject, judge: byJudge, agent } = result.spend;
  const missing = checks.filter(({ id }) => !(id in kept)).map(({ id }) => id);
  const warnings = missing.map((id) => `The judge could not be checked with ${id}; see run ${result.runId}.`);
  return { ...nothing, ...kept, spentUsd: bySubject + byJudge + agent, warnings };
}

async function checkOf(
  check: string,
  { tasks, judge: settings }: RunBenchmarkConfig,
  { judge, resolvers, prices }: Pick<CheckParts, "judge" | "resolvers" | "prices">,
  { account, signal, pause }: CellContext,
): Promise<Kept> {
  const context = { account, signal, pause, prices, modelResolver: resolvers.judge, cell: check };
  if (check === "canaries") {
    const judged = tasks.filter(({ rubric }) => rubric.length > 0);
    return { canaries: canariesOf(await runCanaries(judge, judged, context)) };
  }
  return { golden: goldenOf(await runGolden(judge, settings?.golden ?? [], context)) };
}

function canariesOf({ judged, passed, failed }: CanaryReport): JudgeSummary["canaries"] {
  if (judged === 0 && failed.length > 0) throw failed[0]!.error;
  return { judged, passed: passed.map(({ canary }) => canary) };
}

function goldenOf({ labels, agreement, kappa, interval, failed }: GoldenReport): JudgeSummary["golden"] {
  if (agreement === null) throw failed[0]?.error ?? new Error("No label could be compared.");
  return { labels, agreement, kappa, interval: interval && [...interval] };
}

function keep(found: Kept): CellResult {
  return { outcome: passed(1), evidence: JSON.parse(JSON.stringify(found)) as JsonObject };
}

/** What a finished check of the same judge on the same content found. */
async function earlierCheck(
  store: RunStore,
  name: string,
  subject: string,
  plan: ReturnType<typeof planCells>,
): Promise<(Kept & Pick<JudgeCheck, "spentUsd">) | undefined> {
  for await (const run of store.runs({ kind: "judge-check", name, limit: 3 })) {
    const { tasks, subjects } = run.manifest;
    if (run.state !== "finished" || subjects.join() !== subject) continue;
    if (plan.tasks.some((task) => tasks[task] !== plan.taskHash(task))) continue;
    const kept: Kept = {};
    for (const task of plan.tasks) {
      const attempts = await store.attempts(run.id, { subject, task, run: 0 });
      const last = attempts.findLast(({ state }) => state === "ended");
      if (last?.state === "ended") Object.assign(kept, last.evidence);
    }
    const { spend } = await store.totals(run.id);
    return { ...kept, spentUsd: spend.subject + spend.judge + spend.agent };
  }
  return undefined;
}
