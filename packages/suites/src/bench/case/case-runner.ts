import {
  BudgetExceededError,
  type ModelResolver,
  type PriceTable,
  toErrorRecord,
} from "@flow-state-dev/core";
import type { CellContext, CellResult, PlannedCell, RunCell } from "@flow-state-dev/sweep";
import type { ShellProgram } from "../../agent/sandbox-shell.ts";
import type { SuiteCase } from "../../suite/suite.ts";
import { modelFor } from "../bench-agent.ts";
import type { BenchConfig } from "../bench-config.ts";
import { judgeWork } from "../grading/judge-work.ts";
import { readUnjudgedWork } from "../grading/unjudged-work.ts";
import type { Scratch } from "../scratch.ts";
import type { CaseBases } from "../start/case-bases.ts";
import { type CaseBudget, CaseBudgets } from "./case-budget.ts";
import type { CaseStage } from "./case-parts.ts";
import type { CommandLimits } from "./command-limits.ts";
import { createDiskGuard } from "./disk-guard.ts";
import { keeper } from "./keep-workspace.ts";
import { brokenOutcome } from "./outcome-of-case.ts";
import { passedThrough } from "./passed-values.ts";
import { runCase } from "./run-case.ts";

/** What all cases of a run share. */
export interface RunnerParts {
  bases: CaseBases;
  versions: ReadonlyMap<string, string>;
  shell: ShellProgram;
  limits: CommandLimits;
  resolver: ModelResolver;
  prices: PriceTable;
  scratch: Scratch["make"];
}

/** Runs one cell of a suite: one attempt of an agent at a case, or only the judging of work that lacks it. */
export function caseRunner(config: BenchConfig, { bases, versions, ...shared }: RunnerParts): RunCell {
  const { suite, agents, cases = suite.cases, diskBytes } = config;
  const guard = createDiskGuard(diskBytes === undefined ? {} : { limitBytes: diskBytes });
  const parts = { ...shared, guard };
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
