import { basename, join } from "node:path";
import { createModelResolver, createPriceTable } from "@flow-state-dev/core";
import {
  type CellContext,
  type CellPlan,
  type CellResult,
  circumstancesOf,
  manifestOf,
  type PlannedCell,
  planOf,
  type SweepResult,
  sweep,
} from "@flow-state-dev/sweep";
import { buildSuiteResults } from "../results/build-suite-results.ts";
import type { SuiteResults } from "../results/suite-results.ts";
import { caseHash } from "../suite/case-hash.ts";
import { openWorkspaces } from "../workspace/workspaces.ts";
import { type BenchAgent, modelFor } from "./bench-agent.ts";
import type { BenchConfig } from "./bench-config.ts";
import { benchCells, type PlannedCase } from "./bench-plan.ts";
import { CaseBases, excludedPaths } from "./case-bases.ts";
import { caseDigests } from "./case-digests.ts";
import { type BenchModels, checkBench } from "./check-bench.ts";
import { keeper } from "./keep-workspace.ts";
import { projectFolder } from "./project-folder.ts";
import { type KeptRun, readCaseRuns } from "./read-case-runs.ts";
import { runCase } from "./run-case.ts";

/** An agent needs this long to die with all its processes; its cell must not be given up before. */
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
  const { suite, agents, store, sandbox, cases = suite.cases } = config;
  const resolver = config.modelResolver ?? createModelResolver();
  const prices = config.prices ?? createPriceTable();
  const found = checkBench(config, cases, resolver, prices);
  const method = sandbox.sandbox.entersNamespaces ? "auto" : "copy";
  await using workspaces = await openWorkspaces({ method });
  const bases = new CaseBases({
    workspaces,
    project: projectFolder(config.folder),
    exclude: excludedPaths(join(suite.folder, basename(suite.file)), suite.cases),
  });
  const planned = await planCases(config, cases, bases);
  const plan = planOf(benchCells(planned, agents));
  const versions = new Map(await Promise.all(agents.map(versionOf)));
  const byId = new Map(cases.map((it) => [it.id, it]));
  const byName = new Map(agents.map((agent) => [agent.name, agent]));

  const runCell = async (cell: PlannedCell, context: CellContext): Promise<CellResult> => {
    const it = byId.get(cell.task)!;
    const agent = byName.get(cell.subject)!;
    const env = passedThrough(it.env, config.env ?? process.env);
    const { base, setupMs } = await bases.of(it, { sandbox: sandbox.sandbox, env, signal: context.signal });
    const model = modelFor(agent, config.model ?? null, it.model);
    const where = { agent: agent.name, caseId: it.id, run: cell.run };
    return runCase(
      {
        ...{ it, agent, model, base, setupMs, env, resolver, prices },
        version: versions.get(agent.name)!,
        sandbox: sandbox.sandbox,
        judgeModel: config.judgeModel ?? model,
        onEvent: (event) => config.onCaseEvent?.(where, event),
        ...(config.keep !== undefined && { keep: keeper(config.keep, where) }),
      },
      context,
    );
  };
  const result = await sweep({
    ...{ cells: plan, store, runCell, resume: config.resume ?? false },
    manifest: await manifestFor(config, plan, found, versions),
    limits: {
      ...{ settleMs, ...config.limits, concurrency: config.concurrency ?? 1 },
      ...(config.budgetUsd !== undefined && { budgetUsd: config.budgetUsd }),
    },
    ...(config.signal && { signal: config.signal }),
    ...(config.drain && { drain: config.drain }),
    ...(config.onEvent && { onEvent: config.onEvent }),
  });
  const kept = await readCaseRuns(store, result.runId, plan);
  return { sweep: result, results: resultsOf(config, planned, kept, result, found) };
}

async function planCases(
  { runs }: BenchConfig,
  cases: BenchConfig["suite"]["cases"],
  bases: CaseBases,
): Promise<PlannedCase[]> {
  return Promise.all(
    cases.map(async (it) => {
      const { source } = await bases.source(it);
      return { it, hash: caseHash(it, await caseDigests(it, source)), runs: runs ?? it.runs };
    }),
  );
}

async function versionOf({ name, agent }: BenchAgent): Promise<[string, string]> {
  return [name, await agent.version()];
}

/** Only what a case names, and never more. */
function passedThrough(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

async function manifestFor(
  config: BenchConfig,
  plan: CellPlan,
  { simulated, models }: BenchModels,
  versions: ReadonlyMap<string, string>,
) {
  const { suite, agents, sandbox, folder } = config;
  const facts = agents.map(({ name, agent }) => [
    name,
    { version: versions.get(name)!, model: agent.model ?? config.model ?? null, settings: agent.settings },
  ]);
  return manifestOf(plan, {
    kind: "bench",
    name: suite.name,
    simulated,
    models: Object.fromEntries([...models.keys()].map((id) => [id, id])),
    conditions: JSON.parse(
      JSON.stringify({
        agents: Object.fromEntries(facts),
        sandbox: sandbox.sandbox.name,
        judge: config.judgeModel,
      }),
    ),
    circumstances: { ...(await circumstancesOf(folder)), sandbox: sandbox.notice },
  });
}

function resultsOf(
  { suite, agents, sandbox }: BenchConfig,
  planned: readonly PlannedCase[],
  kept: readonly KeptRun[],
  result: SweepResult,
  { simulated }: BenchModels,
): SuiteResults {
  const cases = agents.flatMap(({ name }) =>
    planned.map(({ it, runs }) => {
      const own = kept.filter(({ cell }) => cell.subject === name && cell.task === it.id);
      return {
        ...{ id: it.id, agent: name, tags: it.tags, planned: runs },
        agentVersion: own.at(-1)?.agentVersion ?? null,
        model: own.at(-1)?.model ?? null,
        runs: own.map(({ run }) => run).sort((a, b) => a.run - b.run),
      };
    }),
  );
  return buildSuiteResults(cases, {
    suite: suite.name,
    ...(suite.description !== null && { description: suite.description }),
    agents: agents.map(({ name }) => name),
    duration: result.durationMs / 1000,
    sandbox: { name: sandbox.sandbox.name, notice: sandbox.notice },
    budgetExceeded: result.budgetExceeded,
    aborted: result.interrupted,
    simulated,
    run: result.runId,
    notices: suite.notices.map(({ message }) => message),
    warnings: [...(result.stopped ? [result.stopped.reason] : []), ...result.warnings],
  });
}
