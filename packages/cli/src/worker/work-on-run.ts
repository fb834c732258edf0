import { join } from "node:path";
import { createModelResolver, createPriceTable } from "@flow-state-dev/core";
import type { Machines, Posting, RunStore } from "@flow-state-dev/records";
import { checkBench, workOnSuite } from "@flow-state-dev/suites";
import type { OnSweepEvent, Sharing, SweepResult } from "@flow-state-dev/sweep";
import { workOnBenchmark } from "@flow-state-dev/testing";
import type { BenchFlags } from "../bench/bench-flags.ts";
import { planBenches } from "../bench/plan-bench.ts";
import { readSuites } from "../bench/read-suites.ts";
import { checkReplays } from "../bench/replayed-runs.ts";
import { buildBenchmarkRun } from "../compare/build-benchmark-run.ts";
import type { CompareFlags } from "../compare/compare-flags.ts";
import { loadBenchmark } from "../compare/load-benchmark.ts";
import { fetchProject } from "../machines/project-package.ts";
import { sweepLimitsOf } from "../machines/provider-limits.ts";
import { pricesOfRun } from "../machines/run-prices.ts";
import { type RunSpec, readRunSpec } from "../machines/run-spec.ts";
import { sharedCache } from "../machines/shared-cache.ts";
import { lazyStore } from "../runs/lazy-store.ts";
import { projectsFolder } from "./projects-folder.ts";
import { sandboxOfRun } from "./sandbox-of-run.ts";

/** What working on a run needs beside the run. */
export interface WorkParts {
  store: RunStore;
  machines: Machines;
  sharing: Sharing;
  concurrency: number;
  drain: AbortSignal;
  /** The folder in which the worker was started. */
  folder: string;
  env: NodeJS.ProcessEnv;
  onEvent: OnSweepEvent;
}

/** Works on a run until there is nothing more to do in it, or the worker is to stop. */
export async function workOnRun(posting: Posting, parts: WorkParts): Promise<SweepResult> {
  const spec = readRunSpec(posting.spec);
  const project = await fetchProject(
    spec.project,
    projectsFolder(spec.command, parts),
    parts.machines.packages,
  );
  const folder = join(project, spec.folder);
  const before = process.cwd();
  // A worker is on one run at a time: what is said relative to the planner's folder means the same here.
  process.chdir(folder);
  try {
    return await (spec.command === "bench" ? onSuite : onBenchmark)(spec, posting.runId, folder, parts);
  } finally {
    process.chdir(before);
  }
}

async function onSuite(spec: RunSpec, runId: string, folder: string, parts: WorkParts): Promise<SweepResult> {
  const { store, sharing, concurrency, drain, onEvent } = parts;
  const flags = spec.flags as unknown as BenchFlags;
  const [bench] = planBenches(await readSuites([join(folder, spec.file)]), flags);
  const { suite, cases } = bench!;
  const prices = pricesOfRun(spec, parts.env) ?? createPriceTable();
  const run = await store.findRun(runId);
  const agents = await checkReplays(
    bench!.agents,
    { kind: "bench", name: suite.name },
    folder,
    lazyStore(folder, store),
  );
  checkBench(
    {
      ...{ ...flags, limits: sweepLimitsOf(flags).limits ?? {}, agents },
      ...(spec.budgetUsd !== null && { budgetUsd: spec.budgetUsd }),
    },
    cases,
    createModelResolver(),
    prices,
  );
  return workOnSuite(
    {
      ...{ suite, agents, cases, folder, store, sharing, drain, onEvent, concurrency, prices },
      sandbox: await sandboxOfRun(flags, run!.manifest),
      unseen: [join(folder, ".x")],
      ...(flags.model !== undefined && { model: flags.model }),
      ...(flags.judgeModel !== undefined && { judgeModel: flags.judgeModel }),
      ...(flags.runs !== undefined && { runs: flags.runs }),
      ...(spec.budgetUsd !== null && { budgetUsd: spec.budgetUsd }),
      ...sweepLimitsOf(flags),
    },
    runId,
  );
}

async function onBenchmark(
  spec: RunSpec,
  runId: string,
  folder: string,
  parts: WorkParts,
): Promise<SweepResult> {
  const { store, machines, sharing, concurrency, drain, onEvent } = parts;
  const definition = await loadBenchmark(spec.file, folder);
  const { maxCostUsd: _, ...config } = buildBenchmarkRun(definition, spec.flags as unknown as CompareFlags);
  const prices = config.prices ?? pricesOfRun(spec, parts.env);
  return workOnBenchmark(
    {
      ...{ ...config, store, sharing, concurrency, drain, onEvent },
      cache: sharedCache(machines.responses, runId),
      ...(prices && { prices }),
      ...(spec.budgetUsd !== null && { maxCostUsd: spec.budgetUsd }),
    },
    runId,
  );
}
