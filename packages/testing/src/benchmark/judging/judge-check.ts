import { FlowError, formatMoney, type PriceTable, sumUsd } from "@flow-state-dev/core";
import {
  type CanaryReport,
  type GoldenReport,
  gaveNoJudgement,
  type Judge,
  runCanaries,
  runGolden,
} from "@flow-state-dev/judge";
import {
  contentHash,
  definitionHash,
  failed,
  type JsonObject,
  judgeCheckKind,
  passed,
  type RunManifest,
  type RunStore,
  type Spend,
  shortRunId,
} from "@flow-state-dev/records";
import {
  type CellContext,
  type CellPlan,
  type CellResult,
  manifestOf,
  planCells,
  setupProblemOf,
  sweep,
} from "@flow-state-dev/sweep";
import type { JudgeSummary } from "../../report/judge-summary.ts";
import { percent } from "../../scorecard/format-number.ts";
import { taskHash } from "../benchmark-plan.ts";
import type { BenchmarkResolvers } from "../cell/executor-resolvers.ts";
import {
  defaultBenchmarkName,
  defaultConcurrency,
  type RunBenchmarkConfig,
} from "../run-benchmark-config.ts";
import { sweepLimits } from "../sweep-limits.ts";

/** Why a judge is void: canaries passed, or of all that it said to a check nothing was a judgement. */
type JudgeFault = { passed: readonly string[] } | { /** In words. */ check: string; error: Error };

/**
 * A judge whose scores would mean nothing, because it let something pass that deserves nothing, or that would give
 * none, because what it says is no judgement. Nothing else was run; `details.spentUsd` is what it took to find out.
 */
export class JudgeVoidError extends FlowError {
  override readonly name = "JudgeVoidError";

  constructor(models: readonly string[], fault: JudgeFault, check: MadeCheck) {
    const { spentUsd } = check;
    const canaries = "passed" in fault ? fault.passed : [];
    const why =
      "passed" in fault
        ? `it passed outputs that deserve nothing (${canaries.join(", ")}). Choose another judgeModel, or make the rubrics more exact.`
        : `none of its answers to the ${fault.check} is a judgement. ${fault.error.message}`;
    super(`The judge ${models.join(", ")} is void: ${why} No subject was run.${costClause(check)}`, {
      ...{ code: "judge-void", details: { models, canaries, spentUsd } },
      ...("error" in fault && { cause: fault.error }),
    });
  }
}

/** What is told of a check that a judge did not pass. */
interface MadeCheck {
  /** In US dollars, whenever it was made. */
  spentUsd: number;
  /** Where it is kept; null when its store goes with the process. */
  runId: string | null;
  /** It was made before, and not again. */
  isTaken: boolean;
}

/** Nobody else says what was paid: there is no run of the benchmark, and lists of runs leave checks out. */
function costClause({ spentUsd, runId, isTaken }: MadeCheck): string {
  if (spentUsd === 0) return "";
  const run = runId === null ? "" : ` (run ${shortRunId(runId)})`;
  const cost = formatMoney(spentUsd);
  return isTaken
    ? ` The check was made before, and cost ${cost} then${run}.`
    : ` The check cost ${cost}${run}.`;
}

/** What was found of the judge before it was used. */
export interface JudgeCheck {
  canaries: JudgeSummary["canaries"];
  golden: JudgeSummary["golden"];
  /** What it cost whenever it was made, in US dollars. */
  spentUsd: number;
  /** The run of the check; null when there was nothing to check. */
  runId: string | null;
  /** It was made before, and not again. */
  isTaken: boolean;
  warnings: string[];
}

interface CheckParts {
  judge: Judge;
  resolvers: BenchmarkResolvers;
  prices: PriceTable;
  store: RunStore;
  /** What the run that is gone on with has taken of the budget, in US dollars. */
  takenUsd: number;
}

/** What one check found: what a later process needs to know of it. */
interface Found extends Partial<Pick<JudgeCheck, "canaries" | "golden">> {
  /** What a reader has to know of it. */
  warnings?: string[];
}

const nothing: JudgeCheck = {
  ...{ canaries: null, golden: null, spentUsd: 0, runId: null, isTaken: false, warnings: [] },
};
/** Checks of the same benchmark that are looked at for one that need not be made again. */
const checksLookedAt = 20;

/**
 * Judges canaries and labelled outputs before the judge is used. A run of its own in the store, so that its money is in
 * the books; with `resume` a check that has ended is not paid for again. Throws `JudgeVoidError`, and what is wrong
 * with the setup of the judge, such as a key that is refused.
 */
export async function checkJudge(config: RunBenchmarkConfig, parts: CheckParts): Promise<JudgeCheck> {
  const { canaries = false, golden = [] } = config.judge ?? {};
  const judged = config.tasks.filter(({ rubric }) => rubric.length > 0);
  const checks = [
    ...(canaries ? [{ id: "canaries", hash: contentHash(judged.map(taskHash)) }] : []),
    ...(golden.length > 0 ? [{ id: "golden", hash: contentHash(golden) }] : []),
  ];
  // A judge that nobody asks need not be known.
  if (judged.length === 0 || checks.length === 0) return nothing;
  const found = await runChecks(config, parts, checks);
  const fallenFor = found.canaries?.passed ?? [];
  if (fallenFor.length > 0)
    throw new JudgeVoidError(parts.judge.models, { passed: fallenFor }, madeOf(config, found));
  return found;
}

async function runChecks(
  config: RunBenchmarkConfig,
  { judge, resolvers, prices, store, takenUsd }: CheckParts,
  checks: { id: string; hash: string }[],
): Promise<JudgeCheck> {
  const subject = judge.models.join(", ");
  const plan = planCells({ subjects: [subject], tasks: checks, runs: 1 });
  const manifest = manifestOf(plan, {
    kind: judgeCheckKind,
    name: config.name ?? defaultBenchmarkName,
    simulated: resolvers.simulated,
    models: { judge: subject },
    conditions: { judge: { fingerprint: judge.fingerprint, repeats: judge.repeats } },
  });
  const earlier = config.resume ? await earlierCheck(store, manifest, plan) : undefined;
  if (earlier) return earlier;
  let hopeless: unknown;
  // By the first check it is known whether the judge can judge at all: canaries, where they are asked for.
  const { id: first } = checks[0]!;
  let useless: Error | undefined;
  const result = await sweep({
    ...{ cells: plan, store, manifest, resume: config.resume ?? false },
    limits: {
      ...sweepLimits(config),
      ...(config.maxCostUsd !== undefined && { budgetUsd: Math.max(0, config.maxCostUsd - takenUsd) }),
      // One check after the other, each with as many outputs at once as there may be cells.
      concurrency: 1,
    },
    onEvent(event) {
      if (event.type === "planned") return config.onJudgeCheck?.({ spentUsd: event.spentUsd });
      if (event.type === "spent") return config.onJudgeCheck?.({ spentUsd: event.totalUsd });
    },
    ...(config.signal && { signal: config.signal }),
    ...(config.drain && { drain: config.drain }),
    async runCell(cell, context) {
      if (useless) throw useless;
      try {
        return await checkOf(cell.task, config, { judge, resolvers, prices }, context);
      } catch (error) {
        if (setupProblemOf(error) !== undefined) hopeless ??= error;
        if (cell.task === first && gaveNoJudgement(error)) useless = error as Error;
        throw error;
      }
    },
  });
  // No cell could be judged either, and their subjects would be paid for nothing.
  if (hopeless !== undefined) throw hopeless;
  if (useless) {
    const fault = { check: first === "golden" ? "golden set" : first, error: useless };
    const { runId, spend } = result;
    const made = madeOf(config, { runId, spentUsd: spentOf(spend), isTaken: false });
    throw new JudgeVoidError(judge.models, fault, made);
  }
  const found = await readChecks(store, result.runId, plan);
  return together([...found.values()], { ...result, isTaken: false });
}

function madeOf({ store }: RunBenchmarkConfig, { spentUsd, runId, isTaken }: MadeCheck): MadeCheck {
  return { spentUsd, runId: store === undefined ? null : runId, isTaken };
}

async function checkOf(
  check: string,
  { tasks, judge: settings, concurrency = defaultConcurrency }: RunBenchmarkConfig,
  { judge, resolvers, prices }: Pick<CheckParts, "judge" | "resolvers" | "prices">,
  { account, signal, pause }: CellContext,
): Promise<CellResult> {
  const called = { account, signal, pause, prices, modelResolver: resolvers.judge, cell: check };
  const context = { ...called, concurrency };
  if (check === "canaries") {
    const judged = tasks.filter(({ rubric }) => rubric.length > 0);
    return canariesFound(await runCanaries(judge, judged, context));
  }
  return goldenFound(await runGolden(judge, settings?.golden ?? [], context));
}

/** One that passed makes the judge void, and its check a failed one. */
function canariesFound({ judged, passed: fallenFor, failed: failures }: CanaryReport): CellResult {
  if (judged === 0 && failures.length > 0) throw troubleOf(failures);
  const names = fallenFor.map(({ canary }) => canary);
  const all = `of ${judged} canaries that were judged`;
  return keep(names.length === 0 ? passed(1) : failed(0), {
    canaries: { judged, passed: names },
    warnings: unjudged("canaries", failures, judged + failures.length),
    expectation: "The judge passes nothing that deserves nothing",
    evidence:
      names.length === 0 ? `none ${all} passed` : `${names.length} ${all} passed: ${names.join(", ")}`,
  });
}

/** As good as the judge agrees with people; failed where its agreement beyond chance is poor by convention. */
function goldenFound(report: GoldenReport): CellResult {
  const { labels, agreement, kappa, interval, failed: failures, items, word } = report;
  if (agreement === null) throw troubleOf(failures) ?? new Error("No label could be compared.");
  const beyond = kappa === null ? "" : `; kappa ${kappa.toFixed(2)}, ${word}`;
  return keep(word === "poor" ? failed(agreement) : passed(agreement), {
    golden: { labels, agreement, kappa, interval: interval && [...interval] },
    warnings: unjudged("outputs of the golden set", failures, items),
    expectation: "The judge agrees with people on the golden set",
    evidence: `it agrees on ${percent(agreement)} of ${labels} labels${beyond}`,
  });
}

/** Why nothing was judged: an outage where there was one, for then nothing is known of the judge. */
function troubleOf(failed: readonly { error: Error }[]): Error | undefined {
  return (failed.find(({ error }) => !gaveNoJudgement(error)) ?? failed[0])?.error;
}

function unjudged(what: string, failed: readonly { error: Error }[], all: number): string[] {
  const [first] = failed;
  if (!first) return [];
  return [`${failed.length} of ${all} ${what} could not be judged: ${first.error.message}`];
}

/** As it is kept: what was found, and the same in words, as of any cell that was held against something. */
function keep(
  outcome: ReturnType<typeof passed> | ReturnType<typeof failed>,
  { expectation, evidence, ...found }: Found & { expectation: string; evidence: string },
): CellResult {
  const expectations = [{ expectation, pass: outcome.kind === "passed", evidence }];
  return { outcome, evidence: JSON.parse(JSON.stringify({ ...found, expectations })) as JsonObject };
}

/** What each check of a run found, by its id; one that came to nothing has a warning that says why. */
async function readChecks(store: RunStore, runId: string, plan: CellPlan): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  for (const task of plan.tasks) {
    const cell = { subject: plan.subjects[0]!, task, run: 0 };
    const attempt = (await store.attempts(runId, cell)).findLast(({ state }) => state === "ended");
    const outcome = attempt?.state === "ended" ? attempt.outcome : undefined;
    if (attempt?.state === "ended" && (outcome?.kind === "passed" || outcome?.kind === "failed")) {
      const { expectations: _words, ...own } = attempt.evidence;
      found.set(task, own as Found);
      continue;
    }
    const error = outcome && "error" in outcome ? outcome.error.message : undefined;
    const reason = outcome?.kind === "cancelled" ? `${outcome.reason}.` : (error ?? "it was not run.");
    found.set(task, { warnings: [`The judge could not be checked with ${task}: ${reason}`] });
  }
  return found;
}

function together(
  found: readonly Found[],
  { spend, runId, isTaken }: { spend: Spend; runId: string; isTaken: boolean },
): JudgeCheck {
  const warnings = found.flatMap((each) => each.warnings ?? []);
  return { ...nothing, ...Object.assign({}, ...found), spentUsd: spentOf(spend), runId, isTaken, warnings };
}

function spentOf({ subject, judge, agent }: Spend): number {
  return sumUsd([subject, judge, agent]);
}

/** What a finished check of the same judge, asked the same way, on the same contents found. */
async function earlierCheck(
  store: RunStore,
  manifest: RunManifest,
  plan: CellPlan,
): Promise<JudgeCheck | undefined> {
  const { kind, name } = manifest;
  const definition = definitionHash(manifest);
  for await (const run of store.runs({ kind, name, limit: checksLookedAt })) {
    if (run.state !== "finished" || run.definition !== definition) continue;
    if (plan.tasks.some((task) => run.manifest.tasks[task] !== plan.taskHash(task))) continue;
    const found = await readChecks(store, run.id, plan);
    if ([...found.values()].some(({ canaries, golden }) => !canaries && !golden)) continue;
    const { spend } = await store.totals(run.id);
    return together([...found.values()], { spend, runId: run.id, isTaken: true });
  }
  return undefined;
}
