import type { JudgeResult } from "@flow-state-dev/judge";
import { type ExpectationResult, evaluate } from "../expect/evaluate.ts";
import { compileGlob } from "../expect/glob.ts";
import type { ExpectationEvidence } from "../results/case-evidence.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { SuiteCase } from "../suite/suite.ts";
import type { Change, Workspace } from "../workspace/workspace.ts";
import { commandEnd } from "./command-end.ts";
import { implicitProtection, suspiciousChanges } from "./implicit-protection.ts";

/** What grading is told of the agent's work. */
export interface GradedWork {
  /** The final answer; null when there was none. */
  answer: string | null;
  costUsd: number | null;
  turns: number | null;
  /** Judges one criterion over prompt, patch and answer; null when there is no judge. */
  judge: ((criterion: string, patch: string) => Promise<JudgeResult>) | null;
}

/** What grading needs. */
export interface GradingParts {
  sandbox: Sandbox;
  env: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** What grading found. */
export interface Grade {
  results: ExpectationResult[];
  expectations: ExpectationEvidence[];
  patch: string;
  /** Files that had to be put back. */
  putBack: string[];
  warnings: string[];
}

const leastTestMs = 120_000;
const mostTestMs = 600_000;

/**
 * Holds the expectations of a case against what the agent left: a frozen copy of it, in which protected files are put
 * back and hidden ones laid over, each command in a sandbox of its own. Nothing of the agent runs any more.
 */
export async function gradeCase(
  frozen: Workspace,
  it: SuiteCase,
  work: GradedWork,
  { sandbox, env, signal }: GradingParts,
): Promise<Grade> {
  const changes = await frozen.changes();
  const patch = await frozen.patch();
  const putBack = await frozen.restore([...implicitProtection, ...it.protect]);
  const hidden = it.hidden ? await frozen.overlay(it.hidden.absolute) : [];
  const timeMs = Math.min(mostTestMs, Math.max(leastTestMs, it.timeout * 1000));
  const { judge } = work;
  const context = {
    workspace: { ...viewOf(frozen), changes: async () => changes.map(plainChange) },
    exec: async (command: string) =>
      commandEnd(
        command,
        await sandbox.exec(
          { shell: command },
          { workspace: frozen, env, network: networkOf(it), limits: { timeMs }, signal },
        ),
      ),
    output: work.answer,
    costUsd: work.costUsd,
    turns: work.turns,
    judge: judge && ((criterion: string) => judge(criterion, patch)),
  };
  const results: ExpectationResult[] = [];
  for (const { expectation } of it.expect) {
    signal.throwIfAborted();
    results.push(await evaluate(expectation, context));
  }
  const isProtected = protectionOf(it, hidden);
  return {
    results,
    expectations: it.expect.map(({ source }, at) => evidenceOf(source, results[at]!)),
    patch,
    putBack: putBack.map(({ path }) => path),
    warnings: suspiciousChanges(changes, isProtected),
  };
}

function viewOf({ view }: Workspace): Workspace["view"] {
  return {
    kind: (path) => view.kind(path),
    read: (path, most) => view.read(path, most),
    list: (path, most) => view.list(path, most),
  };
}

function plainChange({ path, kind }: Change) {
  return { path, kind };
}

/** Grading may reach what the user gave the case, never models. */
function networkOf({ network }: SuiteCase) {
  return network === "full" ? ({ kind: "full" } as const) : ({ kind: "none" } as const);
}

function protectionOf({ protect }: SuiteCase, hidden: readonly string[]): (path: string) => boolean {
  const globs = [...implicitProtection, ...protect].map(compileGlob);
  const laidOver = new Set(hidden);
  return (path) => laidOver.has(path) || globs.some((glob) => glob.ok && glob.matches(path));
}

function evidenceOf(expectation: string, result: ExpectationResult): ExpectationEvidence {
  if (result.kind !== "graded") return { expectation, pass: null, evidence: result.error.message };
  const { text, output } = result.evidence;
  const told = !result.pass && output !== undefined && output !== "";
  return { expectation, pass: result.pass, evidence: text, ...(told && { output }) };
}
