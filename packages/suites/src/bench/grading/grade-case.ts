import { criterionOf } from "../../expect/criterion-of.ts";
import { type ExpectationResult, evaluate, evaluateJudged } from "../../expect/evaluate.ts";
import type { Expectation } from "../../expect/expectation.ts";
import type { JudgedCriterion } from "../../expect/grading-context.ts";
import type { ExpectationEvidence } from "../../results/case-evidence.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import type { SuiteCase } from "../../suite/suite.ts";
import { openRoot } from "../../workspace/open-root.ts";
import { pathsThere } from "../../workspace/paths-there.ts";
import type { Change, Workspace } from "../../workspace/workspace.ts";
import { type CommandLimits, completeCommandLimits } from "../case/command-limits.ts";
import { createDiskGuard, type DiskGuard } from "../case/disk-guard.ts";
import { implicitlyProtected, isAtOrBelow } from "./implicit-protection.ts";
import { leftCaches, removeCaches } from "./left-caches.ts";
import { looksAtFiles, MadeByCommands } from "./made-by-commands.ts";
import { makeNewer } from "./made-newer.ts";
import { outsidePatch } from "./outside-patch.ts";
import { protectedPaths } from "./protected-paths.ts";
import { endOnFailedCopy, runTest } from "./run-test.ts";
import { sentence, suspiciousChanges } from "./suspicious-changes.ts";
import { systemProgramsIn } from "./system-programs.ts";
import { takenInstead } from "./taken-instead.ts";

/** What grading is told of the agent's work. */
export interface GradedWork {
  /** The final answer; null when there was none. */
  answer: string | null;
  costUsd: number | null;
  turns: number | null;
  /** Judges one criterion over prompt, patch and answer; null when there is no judge. */
  judge: ((criterion: string, patch: string) => Promise<JudgedCriterion>) | null;
  /**
   * Told what is known before the judge is asked, which takes long and may fail; nobody asks it before this resolves.
   */
  beforeJudging?: (grade: Grade) => Promise<void>;
}

/** What grading needs. */
export interface GradingParts {
  sandbox: Sandbox;
  /** Of each command. Default: wide ones. */
  limits?: CommandLimits;
  /** Keeps commands from filling the disk. Default: one of their own. */
  guard?: DiskGuard;
  env: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** What grading found. */
export interface Grade {
  results: readonly ExpectationResult[];
  expectations: ExpectationEvidence[];
  patch: string;
  /** Files that had to be put back. */
  putBack: string[];
  warnings: string[];
}

/**
 * Holds the expectations of a case against what the agent left: a frozen copy of it, in which protected files are put
 * back and hidden ones laid over, each command in a sandbox of its own. One after the other, so that what a command
 * builds is there for those after it. Where the suite hides or protects something, a command, which runs what the agent
 * wrote, could carry it to where a later expectation looks: there each has a copy of its own too.
 */
export async function gradeCase(
  frozen: Workspace,
  it: SuiteCase,
  work: GradedWork,
  parts: GradingParts,
): Promise<Grade> {
  const { signal, guard = createDiskGuard() } = parts;
  openRoot(frozen);
  const changes = await frozen.changes();
  const patch = await frozen.patch({ changes });
  const expectations = it.expect.map(({ expectation }) => expectation);
  const absentAtEnd = await absentOf(frozen, expectations);
  const isProtected = protectedPaths(it.protect, frozen.wayInBase);
  const { putBack: restoredPaths, hidden } = await secure(frozen, it, isProtected, changes, parts);
  const putBack = [...new Set([...frozen.disarmed, ...restoredPaths])];
  const plain = changes.map(({ path, kind }) => ({
    ...{ path, kind },
    ...(frozen.keptByGit(path) && { ofGit: true as const }),
  }));
  const { judge } = work;
  const made = new MadeByCommands(frozen);
  const apart = it.hidden !== null || it.protect.length > 0;
  const restored = new Set(putBack);
  const laidOver = new Set(hidden);
  const isSafe = (path: string) => restored.has(path) || laidOver.has(path);
  const open = changes.filter(({ path }) => !isSafe(path));
  const caches = apart ? leftCaches(open) : [];
  const taken = await takenInstead(
    open,
    {
      guarded: apart,
      hidden,
      isProtected,
      list: (folder, most) => frozen.view.list(folder, most),
    },
    new Set(expectations.flatMap((each) => ("path" in each ? [each.path] : []))),
  );
  let commands = 0;
  const notRemoved: string[] = [];
  const contextAt = (at: number) => ({
    workspace: { ...frozen.view, changes: async () => plain, absentAtEnd },
    async exec(command: string) {
      const later = apart ? expectations.slice(at + 1).filter(looksAtFiles) : [];
      // The command before ran what the agent wrote, which may have been at what grades.
      if (!apart && commands++ > 0) await secure(frozen, it, isProtected, await frozen.changes(), parts);
      // Nobody looks at it afterwards, so the last one needs no copy.
      if (later.length === 0) {
        await removeCaches(frozen, caches);
        return runTest(command, frozen, it, { ...parts, guard });
      }
      const own = await frozen.freeze().catch((error: Error) => error);
      if (own instanceof Error) return endOnFailedCopy(own, frozen, guard);
      try {
        await removeCaches(own, caches);
        const end = await runTest(command, own, it, { ...parts, guard });
        await made.note(command, own, later);
        return end;
      } finally {
        await own.dispose().catch((error: Error) => notRemoved.push(error.message));
      }
    },
    output: work.answer,
    costUsd: work.costUsd,
    turns: work.turns,
    judge: null,
  });
  const results: ExpectationResult[] = [];
  const known = (): Grade => ({
    results,
    expectations: it.expect.map(({ source }, at) => evidenceOf(source, results[at]!)),
    patch,
    putBack,
    warnings: [
      ...suspiciousChanges(changes, isSafe, expectations),
      ...sentence("added files that a runner may take before those that grade", taken),
      ...outsidePatch(
        changes.filter(({ path }) => !restored.has(path)),
        frozen.keptByGit,
      ),
      ...notRemoved,
    ],
  });
  for (const [at, expectation] of expectations.entries()) {
    const judged = criterionOf(expectation) !== null;
    results.push(judged ? notJudged : made.explain(expectation, await evaluate(expectation, contextAt(at))));
    signal.throwIfAborted();
  }
  // Nothing depends on what the judge says, and it sees what the agent left, whatever commands have made of that.
  if (judge && results.includes(notJudged)) await work.beforeJudging?.(known());
  const ask = judge && ((criterion: string) => judge(criterion, patch));
  for (const [at, expectation] of expectations.entries()) {
    const criterion = criterionOf(expectation);
    if (criterion === null) continue;
    results[at] = await evaluateJudged(expectation, criterion, ask);
    signal.throwIfAborted();
  }
  return known();
}

/** Of the paths that `diff:` asks about those at which nothing is. */
async function absentOf({ view }: Workspace, expectations: readonly Expectation[]): Promise<Set<string>> {
  const absent = new Set<string>();
  for (const each of expectations) {
    const of = each.kind === "not" ? each.of : each;
    if (of.kind !== "diff") continue;
    const path = of.path.replace(/\/$/, "");
    if ((await view.kind(path)) === "missing") absent.add(path);
  }
  return absent;
}

const notJudged: ExpectationResult = {
  kind: "unscored",
  error: { name: "NotJudged", message: "It was not judged yet." },
};

/** Puts everything back that grades, and lays the hidden files over it. */
async function secure(
  frozen: Workspace,
  it: SuiteCase,
  isProtected: (path: string) => boolean,
  changes: readonly Change[],
  { sandbox, limits = completeCommandLimits(), signal }: GradingParts,
): Promise<{ putBack: string[]; hidden: string[] }> {
  const facts = {
    systemPrograms: systemProgramsIn({ sandbox, workspace: frozen, limits, signal }),
    isThere: pathsThere(frozen),
  };
  const always = new Set(await implicitlyProtected(changes, facts));
  const grades = (path: string) => isAtOrBelow(path, always) || isProtected(path);
  // Most agents leave it alone, and looking for what to restore takes as long as comparing all again.
  const touched = changes.some(({ path }) => grades(path));
  const putBack = touched ? (await frozen.restore(grades)).map(({ path }) => path) : [];
  const hidden = it.hidden ? await frozen.overlay(it.hidden.absolute) : [];
  await makeNewer(frozen, [...putBack, ...hidden]);
  return { putBack, hidden };
}

/** How an expectation came out, as it is kept. */
export function evidenceOf(expectation: string, result: ExpectationResult): ExpectationEvidence {
  if (result.kind !== "graded") return { expectation, pass: null, evidence: result.error.message };
  const { text, output } = result.evidence;
  const told = !result.pass && output !== undefined && output !== "";
  return { expectation, pass: result.pass, evidence: text, ...(told && { output }) };
}
