import { runToContinue, type SweepResult, sweep } from "@flow-state-dev/sweep";
import type { SuiteResults } from "../results/suite-results.ts";
import type { BenchConfig } from "./bench-config.ts";
import { readCaseRuns } from "./kept/read-case-runs.ts";
import { resultsOfRun } from "./kept/results-of-run.ts";
import { judgedByOwn } from "./notices/judged-by-own.ts";
import { prepareSuite } from "./prepare-suite.ts";
import { quietListeners } from "./quiet-listeners.ts";
import { projectNotice } from "./start/project-state.ts";

/** A case that was told to stop ends its processes and removes its workspace within this time. */
const settleMs = 15_000;

/** What a run of a suite came to. */
export interface SuiteRun {
  results: SuiteResults;
  sweep: SweepResult;
}

/**
 * Runs the cases of a suite with one or more agents, each in a fresh workspace, and keeps all of it in the store.
 * Rejects before anything runs when the run makes no sense; budget and interrupts end in results of what there is.
 */
export async function runSuite(config: BenchConfig): Promise<SuiteRun> {
  const { result, plan, ...parts } = await sweepSuite(config, config.resume ? "resume" : "new");
  const kept = await readCaseRuns(config.store, result.runId, plan);
  return { sweep: result, results: resultsOfRun(config, { ...parts, kept, result }) };
}

/**
 * Works on the cases of a run that another process has planned, as `config.sharing` says. The suite and everything else
 * must be what it was planned with.
 */
export async function workOnSuite(config: BenchConfig, runId: string): Promise<SweepResult> {
  return (await sweepSuite(config, { run: runId })).result;
}

async function sweepSuite(given: BenchConfig, which: "new" | "resume" | { run: string }) {
  const { config, notice: failedListener } = quietListeners(given);
  const { suite, store, cases = suite.cases } = config;
  await using prepared = await prepareSuite(config);
  const { plan, planned, manifest, simulated, runCell, notices } = prepared;
  await config.beforeRun?.(manifest);
  if (which === "resume") notices.tell(await projectNotice(store, manifest));
  const result = await sweep({
    ...{ cells: plan, store, runCell },
    ...(which === "new" ? { manifest } : which === "resume" ? await runToContinue(store, manifest) : which),
    ...(config.sharing && { sharing: config.sharing }),
    // Whoever works on a run that another process has planned has nothing to say of it.
    ...(typeof which === "string" && { warnings: judgedByOwn(config, cases) }),
    limits: {
      ...{ settleMs, ...config.limits, concurrency: config.concurrency ?? 1 },
      ...(config.budgetUsd !== undefined && { budgetUsd: config.budgetUsd }),
    },
    ...(config.signal && { signal: config.signal }),
    ...(config.drain && { drain: config.drain }),
    ...(config.onEvent && { onEvent: config.onEvent }),
  });
  await prepared.lookBack();
  notices.keep(failedListener());
  return { result, plan, planned, notices: notices.all, simulated };
}
