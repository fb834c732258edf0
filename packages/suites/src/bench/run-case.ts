import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ModelResolver, PriceTable } from "@flow-state-dev/core";
import { createJudge } from "@flow-state-dev/judge";
import type { CellContext, CellResult } from "@flow-state-dev/sweep";
import type { AgentJob } from "../agent/agent-job.ts";
import type { AgentReport } from "../agent/agent-report.ts";
import { openSandboxShell } from "../agent/sandbox-shell.ts";
import { type CaseEvidence, caseArtifacts, toCaseEvidence } from "../results/case-evidence.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { SuiteCase } from "../suite/suite.ts";
import type { TranscriptEvent } from "../transcript/transcript-event.ts";
import { createTranscriptWriter } from "../transcript/write-transcript.ts";
import type { Workspace, WorkspaceBase } from "../workspace/workspace.ts";
import type { BenchAgent } from "./bench-agent.ts";
import { type Grade, gradeCase } from "./grade-case.ts";
import { outcomeOfCase } from "./outcome-of-case.ts";

/** What running one case needs. */
export interface CaseParts {
  it: SuiteCase;
  agent: BenchAgent;
  /** Of the agent; asked once for a run. */
  version: string;
  model: string | null;
  /** The files that the agent starts from. */
  base: WorkspaceBase;
  setupMs: number;
  sandbox: Sandbox;
  /** Variables that the case passes through. */
  env: Readonly<Record<string, string>>;
  resolver: ModelResolver;
  prices: PriceTable;
  /** Null: `judge:` expectations cannot be told. */
  judgeModel: string | null;
  onEvent: (event: TranscriptEvent) => void;
  /** Takes the workspace of a case that did not pass; it is removed when absent. */
  keep?: (workspace: Workspace) => Promise<void>;
}

/**
 * One case, from a fresh workspace to its outcome: the agent under its limits, its process tree dead, the workspace
 * frozen, graded, removed. Rejects when the machine fails.
 */
export async function runCase(parts: CaseParts, context: CellContext): Promise<CellResult> {
  const { it } = parts;
  const transcript: string[] = [];
  const { report, frozen, agentMs } = await work(parts, context, transcript);
  await using graded = frozen;
  const graded0 = performance.now();
  const grade = await gradeIt(parts, context, graded, report);
  const outcome = outcomeOfCase(report, grade.results, it.timeout * 1000);
  const evidence = evidenceOf(parts, report, grade, { agentMs, gradingMs: performance.now() - graded0 });
  if (parts.keep && outcome.kind !== "passed") await parts.keep(graded);
  const artifacts = [
    { name: caseArtifacts.transcript, mediaType: "application/jsonl", content: transcript.join("") },
    { name: caseArtifacts.patch, mediaType: "text/x-diff", content: grade.patch },
    ...(report.answer === null
      ? []
      : [{ name: caseArtifacts.answer, mediaType: "text/plain", content: report.answer }]),
  ];
  return { outcome, evidence: toCaseEvidence(evidence), artifacts };
}

interface Work {
  report: AgentReport;
  frozen: Workspace;
  agentMs: number;
}

/** Lets the agent work. When this resolves nothing of it is alive, and what it left cannot change any more. */
async function work(parts: CaseParts, context: CellContext, transcript: string[]): Promise<Work> {
  const { it, agent, sandbox, env, model } = parts;
  const { cell, attempt, account, signal } = context;
  await using workspace = await parts.base.create();
  const scratch = await mkdtemp(join(tmpdir(), "x-scratch-"));
  try {
    const writer = createTranscriptWriter({
      write: (line) => transcript.push(line),
      header: {
        ...{ agent: agent.name, agentVersion: parts.version, model },
        startedAt: new Date().toISOString(),
      },
    });
    const shell = await openSandboxShell({ sandbox, workspace, scratch, network: networkOf(it) });
    const timeoutMs = it.timeout * 1000;
    const timeout = AbortSignal.timeout(timeoutMs);
    const job: AgentJob = {
      ...{ prompt: it.prompt, workspace: workspace.path, model, env, shell, account, metered: false },
      limits: { budgetUsd: it.budget, timeoutMs },
      signal: AbortSignal.any([signal, timeout]),
      models: { resolver: parts.resolver, prices: parts.prices },
      solution: it.solution,
      attempt: { caseId: it.id, run: cell.run, attempt: attempt - 1 },
      onEvent(event) {
        writer.add(event);
        parts.onEvent(event);
      },
    };
    const started = performance.now();
    const report = await agent.agent.run(job);
    const agentMs = performance.now() - started;
    writer.close();
    signal.throwIfAborted();
    return { report, frozen: await workspace.freeze(), agentMs };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Until models are reached through a gateway there is none to reach from inside. */
function networkOf({ network }: SuiteCase) {
  return network === "full" ? ({ kind: "full" } as const) : ({ kind: "none" } as const);
}

function gradeIt(
  { it, sandbox, env, judgeModel, resolver, prices }: CaseParts,
  { account, signal, pause }: CellContext,
  frozen: Workspace,
  report: AgentReport,
): Promise<Grade> {
  const judge = judgeModel === null ? null : createJudge({ model: judgeModel });
  const { answer, costUsd, turns } = report;
  return gradeCase(
    frozen,
    it,
    {
      ...{ answer, costUsd, turns },
      judge:
        judge &&
        ((criterion, patch) =>
          judge.judge(
            { prompt: it.prompt, rubric: [criterion], output: answer ?? "", materials: { patch } },
            { account, signal, pause, modelResolver: resolver, prices },
          )),
    },
    { sandbox, env, signal },
  );
}

function evidenceOf(
  { agent, version, model, setupMs }: CaseParts,
  report: AgentReport,
  grade: Grade,
  times: Pick<CaseEvidence, "agentMs" | "gradingMs">,
): CaseEvidence {
  const { ended, detail, turns, costUsd, usage, exitCode } = report;
  return {
    agent: { name: agent.name, version, model },
    ...{ ended, detail, turns, costUsd, exitCode },
    expectations: grade.expectations,
    tokens: usage && { input: usage.inputTokens, output: usage.outputTokens },
    ...times,
    setupMs,
    putBack: grade.putBack,
    warnings: [...report.warnings, ...grade.warnings],
  };
}
