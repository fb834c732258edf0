import { join } from "node:path";
import { createSqliteStore, keyOfCell, type Outcome, type RunStore } from "@flow-state-dev/records";
import {
  type CellContext,
  type CellResult,
  type Classify,
  classify,
  manifestOf,
  type OnSweepEvent,
  type PlannedCell,
  planOf,
  sweep,
} from "@flow-state-dev/sweep";
import { completeCommandLimits } from "../bench/case/command-limits.ts";
import { passedThrough } from "../bench/case/passed-values.ts";
import { checkGit } from "../bench/check-git.ts";
import { fewAtOnce } from "../bench/few-at-once.ts";
import { systemProgramsIn } from "../bench/grading/system-programs.ts";
import { missingProgramsNotice } from "../bench/notices/missing-programs.ts";
import { noProjectNotice } from "../bench/notices/no-project.ts";
import { openScratch } from "../bench/scratch.ts";
import { CaseBases, excludedPaths, sourcesAtOnce, sourcesOf } from "../bench/start/case-bases.ts";
import { caseDigests, digestOf } from "../bench/start/case-digests.ts";
import type { SetupParts } from "../bench/start/case-setup.ts";
import { projectFolder } from "../bench/start/project-folder.ts";
import { suiteCopyTest } from "../bench/start/suite-copies.ts";
import type { SandboxChoice } from "../sandbox/choose-sandbox.ts";
import { hiding } from "../sandbox/hiding.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { caseHash, suiteHash } from "../suite/case-hash.ts";
import type { Suite, SuiteCase } from "../suite/suite.ts";
import { type PreparingProgress, PreparingStoppedError } from "../workspace/preparing.ts";
import type { WorkspaceBase } from "../workspace/workspace.ts";
import { openWorkspaces } from "../workspace/workspaces.ts";
import { countedPaths } from "./counted-paths.ts";
import { estimateCost } from "./estimate-cost.ts";
import type { CaseExamination, Check, SuiteExamination } from "./examination.ts";
import { checkCase, type Treatment } from "./examine-case.ts";
import { findProblems } from "./find-problems.ts";
import { type SolutionPart, solutionParts } from "./solution-parts.ts";

/** What is examined, and with what. */
export interface ExamineOptions {
  suite: Suite;
  /** The cases to examine; all of the suite when absent. */
  cases?: readonly SuiteCase[];
  /** How often each solution is tried. Default: 5. */
  runs?: number;
  /** Of how many parts of a solution it is tried whether the case passes without them. Default: 5. */
  parts?: number;
  /** Checks at once. Default: 1, as tests that get in each other's way look flaky. */
  concurrency?: number;
  sandbox: SandboxChoice;
  /** The folder whose project is the workspace of cases that name none. */
  folder: string;
  /** Where earlier runs tell what the suite costs; it is only read. */
  earlier?: RunStore | null;
  /** Values of the variables that cases pass through. Default: those of this process. */
  env?: Readonly<Record<string, string | undefined>>;
  /**
   * Ends it at once; what was found until then is returned. While the workspace is prepared nothing is: it rejects with
   * a `PreparingStoppedError`.
   */
  signal?: AbortSignal;
  /** Told how far the files that cases start from are ready, before the first check. */
  onPreparing?: (progress: PreparingProgress) => void;
  /** Told how far it is: a cell is a check, its subject `untouched`, `noop`, `solution` or `near-miss`. */
  onEvent?: OnSweepEvent;
}

/** Cutting a check off takes until all its processes are dead. */
const settleMs = 15_000;
const untouchedRuns = 2;

/**
 * Proves a suite without a model and without money: what holds before anybody has done anything, that grading the same
 * twice agrees, that doing nothing fails every case, that every solution passes, and how reliably; then which parts of
 * a solution nothing checks. Nothing is kept.
 */
export async function examineSuite(options: ExamineOptions): Promise<SuiteExamination> {
  const { suite, runs: solutionRuns = 5, cases = suite.cases } = options;
  const answers = excludedPaths(suite);
  const exclude = [...answers, join(options.folder, ".x")];
  const sandbox = hiding(options.sandbox.sandbox, [...exclude, ...sourcesOf(suite, options.folder)]);
  await checkGit();
  await using workspaces = await openWorkspaces({
    method: sandbox.entersNamespaces ? "auto" : "copy",
  });
  const limits = completeCommandLimits();
  const noProject = noProjectNotice(suite, cases, options.folder);
  const bases = new CaseBases({
    workspaces,
    project: projectFolder(options.folder),
    exclude,
    isCopy: suiteCopyTest(suite),
    history: { answers, sandbox, limits, signal: options.signal },
    preparing: { signal: options.signal, onProgress: options.onPreparing },
  });
  const facts = new Map(
    await fewAtOnce(cases, sourcesAtOnce, async (it) => [it.id, await factsOf(it, bases)] as const),
  );
  // What a source lacks is found by the checks of its cases.
  for (const it of cases)
    await bases.source(it).catch((error: unknown) => {
      if (error instanceof PreparingStoppedError) throw error;
    });
  const missing = await missingPrograms(cases, sandbox, options.signal);
  const checks = new Map<string, Check>();
  const setups = new Map<string, Promise<WorkspaceBase>>();
  const setupMs = new Map<string, number>();
  const expectations = new Map<string, Check["expectations"]>();
  const counted = new Map<string, (path: string) => boolean>();
  const left = new Map<string, readonly SolutionPart[]>();

  /** Once a case, also when it fails: what is broken stays so, and may take minutes to find out. */
  const setUp = (it: SuiteCase, parts: SetupParts): Promise<WorkspaceBase> => {
    const known = setups.get(it.id);
    if (known) return known;
    const started = performance.now();
    const ready = async () => {
      const { base } = await bases.of(it, parts);
      await using workspace = await base.create();
      counted.set(it.id, await countedPaths(it, workspace.view));
      setupMs.set(it.id, performance.now() - started);
      return base;
    };
    const base = ready();
    setups.set(it.id, base);
    return base;
  };
  const runCell = async (cell: PlannedCell, context: CellContext): Promise<CellResult> => {
    const it = facts.get(cell.task)!.it;
    const env = passedThrough(it.env, options.env ?? process.env);
    const base = await setUp(it, { sandbox, limits, env, signal: context.signal });
    const without = cell.subject === "near-miss" ? left.get(it.id)?.[cell.run] : undefined;
    const parts = { it, base, env, limits, sandbox, ...(without && { without }) };
    const result = await checkCase(cell.subject as Treatment, parts, context);
    expectations.set(keyOfCell(cell), result.expectations);
    if (cell.subject === "solution" && cell.run === 0 && result.patch !== null)
      left.set(it.id, solutionParts(result.patch, options.parts ?? 5, counted.get(it.id)));
    return { outcome: result.outcome };
  };
  const store = createSqliteStore(":memory:");
  /** Whether it was interrupted. */
  const check = async (cells: readonly PlannedCell[]): Promise<boolean> => {
    const plan = planOf(cells);
    const { interrupted } = await sweep({
      ...{ cells: plan, store, runCell, classify: nobodysFault },
      manifest: manifestOf(plan, { kind: "doctor", name: suite.name, simulated: false }),
      limits: { settleMs, concurrency: options.concurrency ?? 1, maxAttempts: 2, budgetUsd: 0 },
      ...(options.signal && { signal: options.signal }),
      onEvent(event) {
        if (event.type === "finished") {
          const key = keyOfCell(event.cell);
          checks.set(key, checkOf(event.outcome, expectations.get(key) ?? []));
        }
        options.onEvent?.(event);
      },
    });
    return interrupted;
  };
  const cellsOf = ({ id }: SuiteCase, subject: Treatment, count: number): PlannedCell[] =>
    Array.from({ length: count }, (_, run) => ({
      ...{ subject, task: id, run, taskHash: facts.get(id)!.hash },
    }));
  try {
    // Case by case, so that a slow set-up is not waited for by all at once.
    const first = await check(
      cases.flatMap((it) => [
        ...cellsOf(it, "untouched", untouchedRuns),
        ...cellsOf(it, "noop", 1),
        ...cellsOf(it, "solution", it.solution === null ? 0 : solutionRuns),
      ]),
    );
    const passes = (cell: PlannedCell) => checks.get(keyOfCell(cell))?.outcome === "passed";
    const misses = cases
      .filter((it) => cellsOf(it, "solution", solutionRuns).every(passes))
      .flatMap((it) => cellsOf(it, "near-miss", left.get(it.id)?.length ?? 0));
    const interrupted = first || (misses.length > 0 && (await check(misses)));
    const examined = cases.map((it): CaseExamination => {
      const { hash, solution } = facts.get(it.id)!;
      const of = (treatment: Treatment, count: number) =>
        Array.from({ length: count }, (_, run) =>
          checks.get(keyOfCell({ subject: treatment, task: it.id, run })),
        ).filter((check) => check !== undefined);
      return {
        ...{ id: it.id, hash, setupMs: setupMs.get(it.id) ?? null },
        untouched: of("untouched", untouchedRuns),
        noop: of("noop", 1)[0] ?? null,
        solution: solution === null ? null : { digest: solution, checks: of("solution", solutionRuns) },
        nearMisses: (left.get(it.id) ?? []).flatMap(({ name }, run) => {
          const check = checks.get(keyOfCell({ subject: "near-miss", task: it.id, run }));
          return check ? [{ without: name, check }] : [];
        }),
      };
    });
    const problems = examined.flatMap(findProblems);
    const complete = cases.length === suite.cases.length;
    return {
      suite: suite.name,
      hash: complete ? suiteHash(suite, ({ id }) => facts.get(id)!.digests) : null,
      ...{ cases: examined, solutionRuns, problems, interrupted },
      notices: [noProject, missing, ...bases.notices].filter((notice) => notice !== null),
      cost: await estimateCost(suite.name, cases, options.earlier ?? null),
      ok: problems.length === 0 && !interrupted,
    };
  } finally {
    await store.close();
  }
}

/** What tests start and the sandbox lacks, in words: no solution could pass them. */
async function missingPrograms(
  cases: readonly SuiteCase[],
  sandbox: Sandbox,
  signal: AbortSignal = new AbortController().signal,
): Promise<string | null> {
  const scratch = await openScratch();
  try {
    const place = { sandbox, workspace: { path: scratch.folder }, limits: completeCommandLimits(), signal };
    return await missingProgramsNotice(cases, { sandbox, systemPrograms: systemProgramsIn(place) });
  } finally {
    await scratch.remove();
  }
}

interface CaseFacts {
  it: SuiteCase;
  hash: string;
  digests: Readonly<Record<string, string>>;
  /** Digest of the solution; null when there is none. */
  solution: string | null;
}

async function factsOf(it: SuiteCase, bases: CaseBases): Promise<CaseFacts> {
  const digests = await caseDigests(it, await bases.content(it));
  const solution = it.solution === null ? null : await digestOf(it.solution.absolute);
  return { it, digests, hash: caseHash(it, digests), solution };
}

/** What is thrown here comes from the set-up or the machine: no agent is at work that it could be blamed on. */
const nobodysFault: Classify = (error) => {
  const { outcome, ...rest } = classify(error);
  if (outcome.kind !== "errored") return { outcome, ...rest };
  return { outcome: { kind: "infrastructure", error: outcome.error }, retry: false };
};

function checkOf(outcome: Outcome, expectations: Check["expectations"]): Check {
  const error = "error" in outcome ? outcome.error.message : "reason" in outcome ? outcome.reason : null;
  return { outcome: outcome.kind, expectations, error };
}
