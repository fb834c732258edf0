import { toErrorRecord } from "@flow-state-dev/core";
import type { Redactor } from "@flow-state-dev/records";
import type { CellContext, CellResult } from "@flow-state-dev/sweep";
import type { AgentReport, ReportedFigures } from "../../agent/agent-report.ts";
import { firstLeftOut, leftOutOf } from "../../patch/left-out.ts";
import { type CaseEvidence, caseArtifacts, toCaseEvidence } from "../../results/case-evidence.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { type CaseJudge, caseJudge, withoutVerdict } from "../grading/case-judge.ts";
import { type Grade, type GradedWork, gradeCase } from "../grading/grade-case.ts";
import { type NetworkWatch, watchNetwork } from "../wire/want-of-network.ts";
import type { CaseParts } from "./case-parts.ts";
import { completeCommandLimits } from "./command-limits.ts";
import { createDiskGuard, faultIn } from "./disk-guard.ts";
import type { KeepWorkspace } from "./keep-workspace.ts";
import { type AgentWork, letAgentWork } from "./let-agent-work.ts";
import { AgentSetupError, brokenOutcome, isSetupProblem, outcomeOfCase } from "./outcome-of-case.ts";
import { valueRedactor } from "./passed-values.ts";

/**
 * One case, from a fresh workspace to its outcome: the agent under its limits, its process tree dead, the workspace
 * frozen, graded, removed. Rejects when the machine fails before the agent has worked. One that is called off is
 * `cancelled`, with what its agent had done by then. What fails afterwards is an outcome too, and not tried again,
 * since the agent would be paid twice; what it left is kept before its judge is asked, so that one that failed can be
 * asked again (`judgeWork`).
 */
export async function runCase(parts: CaseParts, context: CellContext): Promise<CellResult> {
  const { it, env } = parts;
  const redactor = valueRedactor(env);
  const network = watchNetwork(it.network);
  const watch = { redactor, network };
  const worked = await letAgentWork(parts, context, watch);
  const { report, frozen } = worked;
  const { signal } = context;
  if (signal.aborted) {
    const warnings = frozen ? await removed(frozen) : [];
    return calledOff(
      resultOf(parts, worked, { ...ungraded, broken: signal.reason, warnings }, watch),
      signal,
    );
  }
  if (report.ended === "infrastructure" && isSetupProblem(report.error))
    return { ...resultOf(parts, worked, ungraded, watch), brokenBy: new AgentSetupError(report.error) };
  const judge = caseJudge(parts, context, report.answer);
  let durable = false;
  const beforeJudging = async (known: Grade) => {
    const { evidence = {}, artifacts = [] } = resultOf(parts, worked, { ...ungraded, grade: known }, watch);
    durable = await context.keep({ evidence, artifacts });
  };
  const graded = await grade(parts, context, worked, { judge, beforeJudging });
  const whole = resultOf(parts, worked, graded, watch);
  const left = durable ? { ...whole, artifacts: [] } : whole;
  if (signal.aborted) return calledOff(left, signal);
  const result = withoutVerdict(left, judge?.failure);
  // Not the agent was too dear, but the others: that is no result of its.
  const isOfRun = report.ended === "over-budget" && report.account === context.account.path[0];
  if (!isOfRun) return result;
  const { wantedUsd } = report;
  return { ...result, runSpent: true, ...(wantedUsd !== undefined && { wantedUsd }) };
}

/** Whatever it came to: the case may have been cut off, and have made the best of it. */
function calledOff(result: CellResult, { reason }: AbortSignal): CellResult {
  return { ...result, outcome: { kind: "cancelled", reason: toErrorRecord(reason).message } };
}

interface Graded {
  grade: Grade;
  gradingMs: number;
  /** What kept the work from being graded; undefined when nothing did. */
  broken?: unknown;
  /** Set when that was the agent's own fault: it wrote too much for the disk. */
  filled?: Error;
  kept?: string;
  warnings: string[];
}

const nothingGraded: Grade = { results: [], expectations: [], patch: "", putBack: [], warnings: [] };
const ungraded: Graded = { grade: nothingGraded, gradingMs: 0, warnings: [] };

interface Judging extends Pick<GradedWork, "beforeJudging"> {
  judge: CaseJudge | null;
}

async function grade(
  parts: CaseParts,
  context: CellContext,
  worked: AgentWork,
  judging: Judging,
): Promise<Graded> {
  const { report, frozen, broken } = worked;
  const started = performance.now();
  const graded: Graded = { ...ungraded, warnings: [] };
  if (!frozen) return broken === undefined ? graded : { ...graded, broken };
  parts.onStage?.("grading");
  try {
    graded.grade = await gradeIt(parts, context, { frozen, report }, judging);
    const passed = outcomeOfCase(report, graded.grade.results, 0, parts.mustBeDone).kind === "passed";
    if (!passed) Object.assign(graded, await keepIt(parts.keep, frozen));
  } catch (error) {
    graded.broken = error;
    const filled = await faultIn(error, frozen.disk, parts.guard ?? createDiskGuard());
    if (filled) graded.filled = filled;
  }
  const notice = judging.judge?.notice ?? null;
  graded.warnings.push(...(notice === null ? [] : [notice]), ...(await removed(frozen)));
  graded.gradingMs = Math.round(performance.now() - started);
  return graded;
}

async function keepIt(keep: KeepWorkspace | undefined, frozen: Workspace): Promise<Partial<Graded>> {
  if (!keep) return {};
  try {
    return { kept: await keep(frozen) };
  } catch (error) {
    return { warnings: [`Its workspace could not be kept: ${(error as Error).message}`] };
  }
}

/** A workspace that cannot be removed is told, and no reason to throw a result away. */
async function removed(workspace: Workspace): Promise<string[]> {
  try {
    await workspace.dispose();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

function gradeIt(
  { it, sandbox, limits = completeCommandLimits(), guard, env }: CaseParts,
  { signal }: CellContext,
  { frozen, report }: { frozen: Workspace; report: AgentReport },
  { judge, beforeJudging }: Judging,
): Promise<Grade> {
  const { answer, gradedAnswer = answer, costUsd, turns } = report;
  return gradeCase(
    frozen,
    it,
    {
      ...{ answer: gradedAnswer, costUsd, turns },
      judge: judge && ((criterion, patch) => judge.ask(criterion, patch)),
      ...(beforeJudging && { beforeJudging }),
    },
    { sandbox, limits, ...(guard && { guard }), env, signal },
  );
}

function resultOf(
  parts: CaseParts,
  worked: AgentWork,
  graded: Graded,
  { redactor, network }: { redactor: Redactor; network: NetworkWatch },
): CellResult {
  const { report, transcript } = worked;
  const { grade } = graded;
  const outcome =
    graded.broken === undefined
      ? outcomeOfCase(report, grade.results, parts.it.timeout * 1000, parts.mustBeDone)
      : brokenOutcome(graded.broken, graded.filled);
  if (outcome.kind !== "passed") for (const { output } of grade.expectations) network.hear(output ?? "");
  const sentence = outcome.kind === "passed" ? null : network.sentence();
  const evidence = evidenceOf(parts, worked, graded, sentence === null ? [] : [sentence]);
  const artifacts = [
    { name: caseArtifacts.transcript, mediaType: "application/jsonl", content: transcript.join("") },
    // Of work that nobody has looked at, nobody can say that it changed nothing.
    ...(grade === nothingGraded
      ? []
      : [{ name: caseArtifacts.patch, mediaType: "text/x-diff", content: grade.patch }]),
    ...(report.answer === null
      ? []
      : [{ name: caseArtifacts.answer, mediaType: "text/plain", content: report.answer }]),
  ];
  return {
    outcome: redactor.json(outcome),
    evidence: redactor.json(toCaseEvidence(evidence)),
    artifacts: artifacts.map((each) => ({ ...each, content: redactor.text(each.content) })),
    retry: retryOf(report),
  };
}

/**
 * Only an agent that could not work is worth another attempt, when its provider wants it: that or its sandbox failed.
 */
function retryOf(report: AgentReport): CellResult["retry"] {
  if (report.ended !== "infrastructure" || report.error.retryable === false) return false;
  return report.retryAfterMs === undefined ? true : { afterMs: report.retryAfterMs };
}

function tokensOf(usage: AgentReport["usage"]): CaseEvidence["tokens"] {
  return usage && { input: usage.inputTokens, output: usage.outputTokens };
}

function reportedOf({ turns, usage, costUsd }: ReportedFigures): CaseEvidence["reported"] {
  return { turns, tokens: tokensOf(usage), costUsd };
}

const mostPutBack = 100;

/** What whoever wants to repeat the work must know, while it can still be done otherwise. */
function notInPatch(patch: string): string[] {
  const leftOut = leftOutOf(patch);
  if (leftOut.length === 0) return [];
  return [
    `Its patch does not hold all of the work, so a replay of it has no result; left out is ${firstLeftOut(leftOut)}.`,
  ];
}

function evidenceOf(
  { agent, version, model, setupMs }: CaseParts,
  { report, wire, agentMs, warnings }: AgentWork,
  graded: Graded,
  more: readonly string[],
): CaseEvidence {
  const { ended, detail, turns, costUsd, usage, exitCode } = report;
  const { grade } = graded;
  const putBack = grade.putBack.slice(0, mostPutBack);
  if (grade.putBack.length > mostPutBack) putBack.push(`and ${grade.putBack.length - mostPutBack} more`);
  return {
    agent: { name: agent.name, version, model },
    ...{ ended, detail, turns, costUsd, exitCode },
    expectations: grade.expectations,
    tokens: tokensOf(usage),
    ...(report.reported && { reported: reportedOf(report.reported) }),
    ...(wire && { wire: { calls: wire.calls, retried: wire.retried, failed: wire.failed } }),
    ...{ agentMs, setupMs, gradingMs: graded.gradingMs, putBack },
    ...(graded.kept !== undefined && { kept: graded.kept }),
    warnings: [
      ...[...report.warnings, ...warnings, ...grade.warnings, ...notInPatch(grade.patch)],
      ...[...graded.warnings, ...more],
    ],
  };
}
