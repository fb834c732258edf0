import { mkdir, mkdtemp, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import {
  BudgetExceededError,
  createModelResolver,
  createPriceTable,
  type ModelResolver,
  type PriceTable,
  toErrorRecord,
} from "@flow-state-dev/core";
import type { SweepResult } from "@flow-state-dev/sweep";
import {
  type CellContext,
  type CellResult,
  type PlannedCell,
  planOf,
  runToContinue,
  sweep,
} from "@flow-state-dev/sweep";
import { findShell, type ShellProgram } from "../agent/sandbox-shell.ts";
import type { SuiteResults } from "../results/suite-results.ts";
import { caseHash } from "../suite/case-hash.ts";
import type { SuiteCase } from "../suite/suite.ts";
import { diskLeft } from "../workspace/disk-use.ts";
import { goOnPreparing } from "../workspace/preparing.ts";
import { privateFolder, removePrivateFolder, workspacesRoot } from "../workspace/private-folder.ts";
import { removeTree } from "../workspace/remove-tree.ts";
import { openWorkspaces } from "../workspace/workspaces.ts";
import { type BenchAgent, modelFor, worksOn } from "./bench-agent.ts";
import type { BenchConfig } from "./bench-config.ts";
import { benchManifest } from "./bench-manifest.ts";
import { benchCells, type PlannedCase } from "./bench-plan.ts";
import { CaseBases, excludedPaths, sourcesAtOnce } from "./case-bases.ts";
import { type CaseBudget, CaseBudgets } from "./case-budget.ts";
import { caseDigests } from "./case-digests.ts";
import type { CaseStage } from "./case-parts.ts";
import { checkBench } from "./check-bench.ts";
import { checkGit } from "./check-git.ts";
import { checkPrograms } from "./check-programs.ts";
import { type CommandLimits, completeCommandLimits } from "./command-limits.ts";
import { createDiskGuard, type DiskGuard } from "./disk-guard.ts";
import { diskNotice } from "./disk-notice.ts";
import { fewAtOnce } from "./few-at-once.ts";
import { judgeWork } from "./judge-work.ts";
import { judgedByOwn } from "./judged-by-own.ts";
import { keeper } from "./keep-workspace.ts";
import { missingProgramsNotice } from "./missing-programs.ts";
import { mostAtOnce } from "./most-at-once.ts";
import { brokenOutcome } from "./outcome-of-case.ts";
import { passedKeysNotice } from "./passed-keys.ts";
import { passedThrough } from "./passed-values.ts";
import { projectFolder } from "./project-folder.ts";
import { projectNotice } from "./project-state.ts";
import { quietListeners } from "./quiet-listeners.ts";
import { readCaseRuns } from "./read-case-runs.ts";
import { resultsOfRun } from "./results-of-run.ts";
import { runCase } from "./run-case.ts";
import { suiteCopyTest } from "./suite-copies.ts";
import { systemProgramsIn } from "./system-programs.ts";
import { readUnjudgedWork } from "./unjudged-work.ts";
import { unsetNamesNotice } from "./unset-names.ts";

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
  const { suite, agents, store, cases = suite.cases } = config;
  const { sandbox } = config.sandbox;
  const resolver = config.modelResolver ?? createModelResolver();
  const prices = config.prices ?? createPriceTable();
  const found = checkBench(config, cases, resolver, prices);
  // Who only plans makes no patches.
  if (config.sharing?.role !== "planner") await checkGit();
  const limits = completeCommandLimits(config.commandLimits);
  const workspaces = await openWorkspaces({ method: sandbox.entersNamespaces ? "auto" : "copy" });
  await using _workspaces = removedOrTold(() => workspaces.dispose(), config.onNotice);
  const scratch = await openScratch();
  await using _scratch = removedOrTold(() => removePrivateFolder(scratch.folder), config.onNotice);
  const narrow = diskNotice(await diskLeft(scratch.folder), mostAtOnce(config));
  if (narrow !== null) config.onNotice?.(narrow);
  const passed = passedKeysNotice(cases, config.env ?? process.env);
  if (passed !== null) config.onNotice?.(passed);
  // The environment of who only plans is not that of the cases.
  const unset =
    config.sharing?.role === "planner" ? null : unsetNamesNotice(cases, config.env ?? process.env);
  if (unset !== null) config.onNotice?.(unset);
  const answers = excludedPaths(suite);
  const kept = config.keep === undefined ? [] : [config.keep];
  // There from the beginning: only so can it be left out of a project that is shown where it lies.
  for (const path of kept) await mkdir(path, { recursive: true });
  const stops = [config.signal, config.drain].filter((each) => each !== undefined);
  const preparing = { signal: AbortSignal.any(stops), onProgress: config.onPreparing };
  const bases = new CaseBases({
    ...{ workspaces, project: projectFolder(config.folder) },
    exclude: [...answers, ...(config.unseen ?? []), ...kept],
    isCopy: suiteCopyTest(suite),
    history: { answers, sandbox, limits, signal: preparing.signal },
    ...(config.onNotice && { onNotice: config.onNotice }),
    preparing,
  });
  const planned = await planCases(config, cases, bases);
  const plan = planOf(benchCells(planned, agents, config.model ?? null));
  const versions = new Map(await Promise.all(agents.map(versionOf)));
  const shell = await findShell(sandbox, { path: scratch.folder });
  // Who only plans does not start them.
  if (config.sharing?.role !== "planner")
    await checkPrograms(agents, {
      ...{ sandbox, shell, workspace: { path: scratch.folder } },
      envOf: (agent) =>
        passedThrough(
          cases.filter((it) => worksOn(agent, it)).flatMap(({ env }) => env),
          config.env ?? process.env,
        ),
    });
  const graded = { sandbox, workspace: { path: scratch.folder }, limits, signal: preparing.signal };
  const missing =
    config.sharing?.role === "planner"
      ? null
      : await missingProgramsNotice(cases, { sandbox, systemPrograms: systemProgramsIn(graded) });
  if (missing !== null) config.onNotice?.(missing);
  const runCell = cellRunner(config, {
    ...{ bases, versions, shell, limits, resolver, prices },
    guard: createDiskGuard(config.diskBytes === undefined ? {} : { limitBytes: config.diskBytes }),
    scratch: scratch.make,
  });
  const isOnProject = planned.some(({ it }) => it.workspace.kind === "project");
  const project = isOnProject ? await bases.project() : null;
  goOnPreparing(preparing);
  const manifest = await benchManifest(config, { plan, planned, project, found, versions, workspaces });
  await config.beforeRun?.(manifest);
  const changed = which === "resume" ? await projectNotice(store, manifest) : null;
  if (changed !== null) config.onNotice?.(changed);
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
  // When nothing had to be kept.
  for (const path of kept) await rmdir(path).catch(() => {});
  // Who only plans has run none.
  if (config.sharing?.role !== "planner") await bases.lookForDrift();
  const about = [changed, narrow, passed, unset, missing, workspaces.notice, failedListener()];
  const notices = [...bases.notices, ...about.filter((each) => each !== null)];
  return { result, plan, planned, notices, simulated: found.simulated };
}

interface RunnerParts {
  bases: CaseBases;
  versions: ReadonlyMap<string, string>;
  shell: ShellProgram;
  limits: CommandLimits;
  guard: DiskGuard;
  resolver: ModelResolver;
  prices: PriceTable;
  scratch: () => Promise<{ path: string } & AsyncDisposable>;
}

function cellRunner(config: BenchConfig, { bases, versions, ...parts }: RunnerParts) {
  const { suite, agents, cases = suite.cases } = config;
  const byId = new Map(cases.map((it) => [it.id, it]));
  const byName = new Map(agents.map((agent) => [agent.name, agent]));
  const budgets = new CaseBudgets();
  const answeredModels = new Set<string>();
  return (cell: PlannedCell, context: CellContext): Promise<CellResult> => {
    const it = byId.get(cell.task)!;
    return budgets.attempt(cell, it.budget, (budget) => attemptAt(it, cell, context, budget));
  };

  async function attemptAt(
    it: SuiteCase,
    cell: PlannedCell,
    context: CellContext,
    budget: CaseBudget,
  ): Promise<CellResult> {
    const agent = byName.get(cell.subject)!;
    const env = passedThrough(it.env, config.env ?? process.env);
    const model = modelFor(agent, config.model ?? null, it.model);
    const where = { agent: agent.name, caseId: it.id, run: cell.run };
    const judging = {
      ...{ it, resolver: parts.resolver, prices: parts.prices, judgeModel: config.judgeModel ?? model },
      onStage: (stage: CaseStage) => config.onCaseStage?.(where, stage),
    };
    try {
      const left =
        context.attempt > 1 ? await readUnjudgedWork(config.store, context.runId, cell, it) : undefined;
      if (left) return await judgeWork(judging, context, left);
      const { base, setupMs } = await bases.of(it, {
        ...{ sandbox: config.sandbox.sandbox, limits: parts.limits, env, signal: context.signal },
      });
      return await runCase(
        {
          ...{ ...parts, ...judging, agent, model, base, setupMs, env, budget, answeredModels },
          // A prompt has no expectations of its own.
          mustBeDone: config.kind === "run",
          version: versions.get(agent.name)!,
          sandbox: config.sandbox.sandbox,
          ...(config.servers && { servers: config.servers }),
          onEvent: (event) => config.onCaseEvent?.(where, event),
          ...(config.keep !== undefined && { keep: keeper(config.keep, where) }),
        },
        context,
      );
    } catch (error) {
      context.signal.throwIfAborted();
      if (error instanceof BudgetExceededError) throw error;
      return { outcome: brokenOutcome(error), retry: toErrorRecord(error).retryable ?? true };
    }
  }
}

async function planCases(
  { runs }: BenchConfig,
  cases: BenchConfig["suite"]["cases"],
  bases: CaseBases,
): Promise<PlannedCase[]> {
  return fewAtOnce(cases, sourcesAtOnce, async (it) => {
    const { source } = await bases.source(it);
    const digests = await caseDigests(it, await bases.content(it));
    return { it, source, hash: caseHash(it, digests), runs: runs ?? it.runs };
  });
}

async function versionOf({ name, agent }: BenchAgent): Promise<[string, string]> {
  return [name, await agent.version()];
}

/** What cannot be removed at the end is told: that is no reason to throw results away. */
function removedOrTold(remove: () => Promise<void>, tell: BenchConfig["onNotice"]): AsyncDisposable {
  return { [Symbol.asyncDispose]: () => remove().catch((error: Error) => tell?.(error.message)) };
}

/** A place for what cases need beside their workspaces; left behind, it is removed with dead processes' workspaces. */
async function openScratch() {
  const folder = await privateFolder(await workspacesRoot());
  return {
    folder,
    async make() {
      const path = await mkdtemp(join(folder, "scratch-"));
      // Most hold a file or two; a process to remove them would take longer than the rest of it.
      const remove = () => rm(path, { recursive: true }).catch(() => removeTree(path));
      return { path, [Symbol.asyncDispose]: remove };
    },
  };
}
