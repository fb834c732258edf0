import { createModelResolver, createPriceTable } from "@flow-state-dev/core";
import type { Outcome } from "@flow-state-dev/records";
import type { CellContext } from "@flow-state-dev/sweep";
import { type AgentReport, noFigures } from "../agent/agent-report.ts";
import { createNoopAgent } from "../agent/noop-agent.ts";
import { createOracleAgent } from "../agent/oracle-agent.ts";
import type { BenchAgent } from "../bench/bench-agent.ts";
import type { CommandLimits } from "../bench/case/command-limits.ts";
import { outcomeOfCase } from "../bench/case/outcome-of-case.ts";
import { runCase } from "../bench/case/run-case.ts";
import { gradeCase } from "../bench/grading/grade-case.ts";
import { caseArtifacts, type ExpectationEvidence } from "../results/case-evidence.ts";
import { fromCaseEvidence } from "../results/read-case-evidence.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { SuiteCase } from "../suite/suite.ts";
import type { WorkspaceBase } from "../workspace/workspace.ts";
import { createNearMissAgent } from "./near-miss-agent.ts";
import type { SolutionPart } from "./solution-parts.ts";

/** What is done to a workspace before it is graded. */
export type Treatment = "untouched" | "noop" | "solution" | "near-miss";

/** What checking a case needs. */
export interface CheckParts {
  it: SuiteCase;
  base: WorkspaceBase;
  sandbox: Sandbox;
  limits: CommandLimits;
  env: Readonly<Record<string, string>>;
  /** What a near miss leaves out. */
  without?: SolutionPart;
}

/** A graded check. */
export interface CheckResult {
  outcome: Outcome;
  expectations: readonly ExpectationEvidence[];
  /** What was changed in the workspace; null when nobody has looked. */
  patch: string | null;
}

/** Checks a case once, in a workspace of its own. Nobody is asked to judge: that would cost money. */
export async function checkCase(
  treatment: Treatment,
  parts: CheckParts,
  context: CellContext,
): Promise<CheckResult> {
  if (treatment === "untouched") return gradeUntouched(parts, context);
  const { outcome, evidence, artifacts } = await runCase(
    {
      ...parts,
      ...{ agent: agentFor(treatment, parts), version: "1", model: null, judgeModel: null, setupMs: 0 },
      ...{ resolver: createModelResolver(), prices: createPriceTable() },
      onEvent: () => {},
    },
    context,
  );
  const patch = artifacts?.find(({ name }) => name === caseArtifacts.patch)?.content;
  return {
    outcome,
    expectations: fromCaseEvidence(evidence ?? {}).expectations ?? [],
    patch: typeof patch === "string" ? patch : null,
  };
}

function agentFor(treatment: Exclude<Treatment, "untouched">, { without }: CheckParts): BenchAgent {
  if (treatment === "near-miss") return { name: treatment, agent: createNearMissAgent(without!) };
  return treatment === "noop"
    ? { name: "noop", agent: createNoopAgent() }
    : { name: "oracle", agent: createOracleAgent() };
}

async function gradeUntouched(
  { it, base, sandbox, limits, env }: CheckParts,
  { signal }: CellContext,
): Promise<CheckResult> {
  await using workspace = await base.create();
  const nothing = { answer: null, costUsd: 0, turns: 0, judge: null };
  const { results, expectations } = await gradeCase(workspace, it, nothing, { sandbox, limits, env, signal });
  const report: AgentReport = { ...noFigures, ended: "done", detail: "" };
  return { outcome: outcomeOfCase(report, results, it.timeout * 1000), expectations, patch: null };
}
