import {
  type Account,
  type BlockDefinition,
  type BudgetExceededError,
  createAccount,
  type RunBlockOptions,
  type RunError,
  runBlock,
  systemClock,
  toErrorRecord,
} from "@flow-state-dev/core";
import { resolverOf, type TestModels } from "../harness/test-block.ts";
import { checkScorers } from "../scorers/check-scorers.ts";
import { runScorers } from "../scorers/run-scorers.ts";
import type { Scorer } from "../scorers/scorer.ts";
import { eachOf } from "./each-of.ts";
import { type EvalCase, withIds } from "./eval-case.ts";
import { type EvalCaseResult, type EvalReport, summarizeScorer } from "./eval-report.ts";

/** A block, what it is tried on, and how its outputs are scored. */
export interface EvalBlockConfig<TInput, TOutput> {
  dataset: readonly EvalCase<NoInfer<TInput>>[];
  /** With none, a case passes when the block does not fail. */
  scorers: readonly Scorer<NoInfer<TOutput>>[];
  /** Cases at once; 1 when absent. */
  concurrency?: number;
  /** What the block is run with: models or mocks, account, cache, … Real models are asked when it says nothing. */
  blockOptions?: Omit<RunBlockOptions, "modelResolver" | "signal" | "cell"> & TestModels;
  /** Stops it; what has ended by then is in the report. */
  signal?: AbortSignal;
  /** Told after each case; what it throws is dropped. */
  onCase?: (result: EvalCaseResult, progress: { done: number; planned: number }) => void;
}

/**
 * Runs a block on every case of a dataset and scores what comes out. Rejects only before anything runs: two cases or
 * scorers of one name, a concurrency that is none. Failures of the block and of scorers are in the report. When it is
 * stopped, or the account is spent, it resolves with what there is: cases that did not end are left out, `aborted` or
 * `budgetExceeded` is true and `passed` is false.
 */
export async function evalBlock<TInput, TOutput>(
  block: BlockDefinition<TInput, TOutput>,
  config: EvalBlockConfig<TInput, TOutput>,
): Promise<EvalReport> {
  const { scorers, concurrency = 1, blockOptions = {}, signal, onCase } = config;
  checkScorers(scorers);
  const cases = withIds(config.dataset);
  const clock = blockOptions.clock ?? systemClock;
  const account = (blockOptions.account ?? createAccount({ name: "all" })).child({ name: "eval" });
  const began = clock.elapsed();
  const results: (EvalCaseResult | undefined)[] = cases.map(() => undefined);
  let done = 0;
  let budgetExceeded = false;
  await eachOf(cases.length, concurrency, async (index) => {
    if (signal?.aborted || budgetExceeded) return;
    const ended = await runCase(block, cases[index]!, config, account);
    if (ended === "aborted") return;
    if (ended === "budget-exceeded") {
      budgetExceeded = true;
      return;
    }
    results[index] = ended;
    done += 1;
    tellListener(() => onCase?.(ended, { done, planned: cases.length }));
  });
  const ended = results.filter((result) => result !== undefined);
  const totalMs = clock.elapsed() - began;
  const durations = ended.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return {
    passed: ended.length > 0 && ended.length === cases.length && ended.every(({ passed }) => passed),
    results: ended,
    summary: Object.fromEntries(scorers.map(({ name }) => [name, summarizeScorer(name, ended)])),
    timing: { totalMs, meanPerCaseMs: ended.length === 0 ? 0 : durations / ended.length },
    planned: cases.length,
    aborted: ended.length < cases.length && signal?.aborted === true,
    budgetExceeded,
    costUsd: account.unpricedCalls > 0 ? null : account.spentUsd,
    usage: account.usage,
  };
}

/** One case to its end. Its calls have a place of their own, so that caches and simulated models keep cases apart. */
async function runCase<TInput, TOutput>(
  block: BlockDefinition<TInput, TOutput>,
  { id, input, expected, metadata }: EvalCase<TInput> & { id: string },
  { scorers, blockOptions = {}, signal }: EvalBlockConfig<TInput, TOutput>,
  account: Account,
): Promise<EvalCaseResult | "aborted" | "budget-exceeded"> {
  const { generators, models, unmockedDefault, unmockedGeneratorPolicy, state, onEvent, ...shared } =
    blockOptions;
  const modelResolver = resolverOf(blockOptions);
  const context = {
    ...shared,
    account: account.child({ name: id }),
    cell: id,
    ...(modelResolver && { modelResolver }),
    ...(signal && { signal }),
  };
  const ran = await runBlock(block, input, {
    ...{ ...context, state, ...(onEvent && { onEvent }) },
    // What failed is the result of the case, and stays so with a cache.
    keepUseless: shared.keepUseless ?? true,
  });
  if (!ran.ok && ran.aborted) return "aborted";
  const spent = ran.ok ? undefined : spentBudget(ran.error);
  if (spent && isSpent(account, spent.account)) return "budget-exceeded";
  const about = { caseId: id, input, expected, durationMs: ran.durationMs, costUsd: ran.costUsd };
  if (!ran.ok) {
    const { name, message, code } = toErrorRecord(ran.error);
    const error = { name, message, ...(code !== undefined && { code }) };
    return { ...about, output: undefined, error, scores: {}, scorerErrors: {}, passed: false };
  }
  const { outcomes, errors } = await runScorers(scorers as readonly Scorer[], {
    ...{ output: ran.output, input, context, task: { id, ...(metadata && { metadata }) } },
    ...(expected !== undefined && { expected }),
    ...(signal && { signal }),
  });
  if (outcomes.some((outcome) => !outcome.ok && outcome.aborted)) return "aborted";
  const isRefused = outcomes.some((outcome) => !outcome.ok && outcome.code === budgetSpent);
  if (isRefused && isSpent(account)) return "budget-exceeded";
  const scores = Object.fromEntries(
    outcomes.flatMap((outcome) => {
      if (!outcome.ok) return [];
      const { ok: _, name, ...score } = outcome;
      return [[name, score]];
    }),
  );
  const passed = outcomes.every((outcome) => outcome.ok && outcome.passed);
  return { ...about, output: ran.output, scores, scorerErrors: errors, passed };
}

/** A listener cannot break the run: what it throws is dropped, at once or later. */
function tellListener(tell: () => unknown): void {
  new Promise((resolve) => resolve(tell())).catch(() => {});
}

/** The code of an error that tells of a spent budget. */
const budgetSpent = "budget-exceeded";

/** The spent budget that an error is, or comes from. */
function spentBudget(error: RunError): Pick<BudgetExceededError, "account"> | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if ((at as RunError).code === budgetSpent) return at as BudgetExceededError;
  }
  return undefined;
}

/**
 * Is it the account of all cases, or one above, that bears no more? A budget that a case or a scorer has given itself
 * is its own matter. A strict account has something left when it refuses what may cost more; who refused a scorer is
 * not known.
 */
function isSpent(account: Account, refuser?: string): boolean {
  if (account.leftUsd === 0) return true;
  return account.strict && (refuser === undefined || account.path.includes(refuser));
}
