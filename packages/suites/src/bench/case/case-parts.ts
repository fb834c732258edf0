import type { ModelResolver, PriceTable } from "@flow-state-dev/core";
import type { ShellProgram } from "../../agent/sandbox-shell.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import type { SuiteCase } from "../../suite/suite.ts";
import type { TranscriptEvent } from "../../transcript/transcript-event.ts";
import type { WorkspaceBase } from "../../workspace/workspace.ts";
import type { BenchAgent } from "../bench-agent.ts";
import type { ModelServers } from "../wire/case-gateway.ts";
import type { CaseBudget } from "./case-budget.ts";
import type { CommandLimits } from "./command-limits.ts";
import type { DiskGuard } from "./disk-guard.ts";
import type { KeepWorkspace } from "./keep-workspace.ts";

/** What becomes of a case once its agent has ended: its work is graded, by its commands and files or by a judge. */
export type CaseStage = "grading" | "judging";

/** What running one case needs. */
export interface CaseParts {
  it: SuiteCase;
  /** Nothing is expected of the work but that the agent says it is done. Default: false. */
  mustBeDone?: boolean;
  agent: BenchAgent;
  /** What earlier attempts have left of the budget of the case. Default: all of it. */
  budget?: CaseBudget;
  /** Of the agent; asked once for a run. */
  version: string;
  model: string | null;
  /** The files that the agent starts from. */
  base: WorkspaceBase;
  setupMs: number;
  sandbox: Sandbox;
  /** Default: wide ones. */
  limits?: CommandLimits;
  /** Keeps it from filling the disk; that of the run, for all its cases. Default: one of its own. */
  guard?: DiskGuard;
  /** The shell inside the sandbox, when it is known. */
  shell?: ShellProgram;
  /** A new folder outside of all workspaces, for this case alone. Default: one of the system's for temporary files. */
  scratch?: () => Promise<{ path: string } & AsyncDisposable>;
  /** Variables that the case passes through. */
  env: Readonly<Record<string, string>>;
  resolver: ModelResolver;
  prices: PriceTable;
  /** Where agents that call models themselves reach them. Default: as the environment of this process says. */
  servers?: ModelServers;
  /**
   * Models that have answered a call in this run, each with its wire; more are added. Default: only those of this
   * attempt count.
   */
  answeredModels?: Set<string>;
  /** Null: `judge:` expectations cannot be told. */
  judgeModel: string | null;
  onEvent: (event: TranscriptEvent) => void;
  /** Told whenever what is done with the work of the agent changes. */
  onStage?: (stage: CaseStage) => void;
  /** Takes the workspace of a case that did not pass; it is removed when absent. */
  keep?: KeepWorkspace;
}
