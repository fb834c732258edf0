import { mkdir, rmdir } from "node:fs/promises";
import { createModelResolver, createPriceTable, Opened } from "@flow-state-dev/core";
import type { RunManifest } from "@flow-state-dev/records";
import { type CellPlan, planOf, type RunCell } from "@flow-state-dev/sweep";
import { findShell, type ShellProgram } from "../agent/sandbox-shell.ts";
import { hiding } from "../sandbox/hiding.ts";
import { caseHash } from "../suite/case-hash.ts";
import { diskLeft } from "../workspace/disk-use.ts";
import { goOnPreparing } from "../workspace/preparing.ts";
import { openWorkspaces } from "../workspace/workspaces.ts";
import { worksOn } from "./bench-agent.ts";
import type { BenchConfig } from "./bench-config.ts";
import { benchManifest } from "./bench-manifest.ts";
import { benchCells, type PlannedCase } from "./bench-plan.ts";
import { caseRunner } from "./case/case-runner.ts";
import { type CommandLimits, completeCommandLimits } from "./case/command-limits.ts";
import { passedThrough } from "./case/passed-values.ts";
import { checkBench } from "./check-bench.ts";
import { checkGit } from "./check-git.ts";
import { checkPrograms } from "./check-programs.ts";
import { fewAtOnce } from "./few-at-once.ts";
import { systemProgramsIn } from "./grading/system-programs.ts";
import { mostAtOnce } from "./most-at-once.ts";
import { diskNotice } from "./notices/disk-notice.ts";
import { missingProgramsNotice } from "./notices/missing-programs.ts";
import { noProjectNotice } from "./notices/no-project.ts";
import { passedKeysNotice } from "./notices/passed-keys.ts";
import { RunNotices } from "./notices/run-notices.ts";
import { unsetNamesNotice } from "./notices/unset-names.ts";
import { openScratch, type Scratch } from "./scratch.ts";
import { CaseBases, excludedPaths, sourcesAtOnce, sourcesOf } from "./start/case-bases.ts";
import { caseDigests } from "./start/case-digests.ts";
import { projectFolder } from "./start/project-folder.ts";
import { suiteCopyTest } from "./start/suite-copies.ts";

/** A suite whose cases can be run now; to be closed when they have. */
export interface PreparedSuite extends AsyncDisposable {
  plan: CellPlan;
  planned: readonly PlannedCase[];
  manifest: RunManifest;
  /** Whether one of its models only plays one. */
  simulated: boolean;
  runCell: RunCell;
  notices: RunNotices;
  /** Looks for what went on beside the cases, now that they have run. */
  lookBack(): Promise<void>;
}

/**
 * Gets everything ready that cases of a suite share: checks, the files that agents start from, the plan, the programs.
 * Rejects when the run makes no sense, and with a `PreparingStoppedError` when somebody asks to stop; nothing is left
 * then.
 */
export async function prepareSuite(config: BenchConfig): Promise<PreparedSuite> {
  const opened = new Opened();
  try {
    return await prepareIn(opened, config);
  } catch (error) {
    await opened[Symbol.asyncDispose]();
    throw error;
  }
}

async function prepareIn(opened: Opened, given: BenchConfig): Promise<PreparedSuite> {
  const { suite, agents, cases = suite.cases } = given;
  const answers = excludedPaths(suite);
  const kept = given.keep === undefined ? [] : [given.keep];
  const exclude = [...answers, ...(given.unseen ?? []), ...kept];
  const sandbox = hiding(given.sandbox.sandbox, [...exclude, ...sourcesOf(suite, given.folder)]);
  const config = { ...given, sandbox: { ...given.sandbox, sandbox } };
  const resolver = config.modelResolver ?? createModelResolver();
  const prices = config.prices ?? createPriceTable();
  const found = checkBench(config, cases, resolver, prices);
  if (runsCases(config)) await checkGit();
  const limits = completeCommandLimits(config.commandLimits);
  const notices = new RunNotices(config.onNotice);
  // What cannot be removed at the end is told: that is no reason to throw results away.
  const removed = (remove: () => Promise<void>) => () =>
    remove().catch((error: Error) => config.onNotice?.(error.message));
  const workspaces = await openWorkspaces({ method: sandbox.entersNamespaces ? "auto" : "copy" });
  opened.defer(removed(() => workspaces.dispose()));
  const scratch = await openScratch();
  opened.defer(removed(() => scratch.remove()));
  await tellOfMachine(config, scratch, notices);
  // There from the beginning: only so can it be left out of a project that is shown where it lies.
  for (const path of kept) await mkdir(path, { recursive: true });
  const stops = [config.signal, config.drain].filter((each) => each !== undefined);
  const preparing = { signal: AbortSignal.any(stops), onProgress: config.onPreparing };
  const bases = new CaseBases({
    ...{ workspaces, project: projectFolder(config.folder), preparing },
    exclude,
    isCopy: suiteCopyTest(suite),
    history: { answers, sandbox, limits, signal: preparing.signal },
    onNotice: (notice) => notices.tell(notice),
  });
  const planned = await planCases(config, bases);
  const plan = planOf(benchCells(planned, agents, config.model ?? null));
  const versions = new Map(
    await Promise.all(agents.map(async ({ name, agent }) => [name, await agent.version()] as const)),
  );
  const shell = await findShell(sandbox, { path: scratch.folder });
  if (runsCases(config))
    notices.tell(await lookForPrograms(config, { scratch, shell, limits, signal: preparing.signal }));
  const runCell = caseRunner(config, {
    ...{ bases, versions, shell, limits, resolver, prices, scratch: scratch.make },
  });
  const isOnProject = planned.some(({ it }) => it.workspace.kind === "project");
  const project = isOnProject ? await bases.project() : null;
  goOnPreparing(preparing);
  const manifest = await benchManifest(config, { plan, planned, project, found, versions, workspaces });
  return {
    ...{ plan, planned, manifest, simulated: found.simulated, runCell, notices },
    async lookBack() {
      // When nothing had to be kept.
      for (const path of kept) await rmdir(path).catch(() => {});
      if (runsCases(config)) await bases.lookForDrift();
      notices.keep(workspaces.notice);
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

/** Who only plans a run makes no patches and starts no programs, and its environment is not that of the cases. */
function runsCases({ sharing }: BenchConfig): boolean {
  return sharing?.role !== "planner";
}

/** What a reader must know of the machine and its environment. */
async function tellOfMachine(config: BenchConfig, scratch: Scratch, notices: RunNotices): Promise<void> {
  const { suite, cases = suite.cases, env = process.env } = config;
  notices.tell(diskNotice(await diskLeft(scratch.folder), mostAtOnce(config)));
  notices.tell(noProjectNotice(suite, cases, config.folder));
  notices.tell(passedKeysNotice(cases, env));
  if (runsCases(config)) notices.tell(unsetNamesNotice(cases, env));
}

/**
 * Rejects when an agent's program is not to be had in the sandbox; what cases name and it lacks comes back in words.
 */
async function lookForPrograms(
  config: BenchConfig,
  {
    scratch,
    shell,
    limits,
    signal,
  }: { scratch: Scratch; shell: ShellProgram; limits: CommandLimits; signal: AbortSignal },
): Promise<string | null> {
  const { suite, agents, cases = suite.cases, env = process.env } = config;
  const { sandbox } = config.sandbox;
  const workspace = { path: scratch.folder };
  await checkPrograms(agents, {
    ...{ sandbox, shell, workspace },
    envOf: (agent) =>
      passedThrough(
        cases.filter((it) => worksOn(agent, it)).flatMap((it) => it.env),
        env,
      ),
  });
  const systemPrograms = systemProgramsIn({ sandbox, workspace, limits, signal });
  return missingProgramsNotice(cases, { sandbox, systemPrograms });
}

async function planCases(
  { suite, cases = suite.cases, runs }: BenchConfig,
  bases: CaseBases,
): Promise<PlannedCase[]> {
  return fewAtOnce(cases, sourcesAtOnce, async (it) => {
    const { source } = await bases.source(it);
    const digests = await caseDigests(it, await bases.content(it));
    return { it, source, hash: caseHash(it, digests), runs: runs ?? it.runs };
  });
}
