import type { ModelResolver, PriceTable } from "@flow-state-dev/core";
import type { RunManifest, RunStore } from "@flow-state-dev/records";
import type { Limits, OnSweepEvent, Sharing } from "@flow-state-dev/sweep";
import type { SandboxChoice } from "../sandbox/choose-sandbox.ts";
import type { Suite, SuiteCase } from "../suite/suite.ts";
import type { TranscriptEvent } from "../transcript/transcript-event.ts";
import type { PreparingProgress } from "../workspace/preparing.ts";
import type { BenchAgent } from "./bench-agent.ts";
import type { CaseStage } from "./case/case-parts.ts";
import type { CommandLimits } from "./case/command-limits.ts";
import type { ModelServers } from "./wire/case-gateway.ts";

/** Which run of a case, by which agent. */
export interface CasePlace {
  agent: string;
  caseId: string;
  run: number;
}

/** Told what the agent of a case does, as it does it. */
export type OnCaseEvent = (where: CasePlace, event: TranscriptEvent) => void;

/** Told what is done with the work of an agent that has ended. */
export type OnCaseStage = (where: CasePlace, stage: CaseStage) => void;

/** What a run of a suite is made of. */
export interface BenchConfig {
  suite: Suite;
  /** Under which its runs are kept. Default: `bench`. */
  kind?: string;
  /** At least one. */
  agents: readonly BenchAgent[];
  /** The cases to run, in their order; all of the suite when absent. */
  cases?: readonly SuiteCase[];
  /** Comes before the models of the suite and its cases. */
  model?: string | null;
  /** Runs of each case, in place of what the suite says. */
  runs?: number;
  /** Cases at once. Default: 1. */
  concurrency?: number;
  /** What the whole run may spend, in US dollars. */
  budgetUsd?: number;
  /** Judges `judge:` expectations. Default: the model of the case. */
  judgeModel?: string;
  sandbox: SandboxChoice;
  /** What every command may use; each that is left out has a wide default. */
  commandLimits?: Partial<CommandLimits>;
  /**
   * Bytes that each case may write to its workspace, its agent and the commands that grade it together; a file, folder
   * or link counts 4 KB more. A case that writes more has failed. Default: 10 GiB.
   */
  diskBytes?: number;
  /** The folder whose project is the workspace of cases that name none. */
  folder: string;
  store: RunStore;
  resume?: boolean;
  /** With which part this process takes in a run of many machines. Default: it runs all cases itself. */
  sharing?: Sharing;
  /** Keep the workspaces of cases that did not pass, here. */
  keep?: string;
  /** Further absolute paths that no agent may see: results of earlier runs, kept workspaces. */
  unseen?: readonly string[];
  modelResolver?: ModelResolver;
  prices?: PriceTable;
  /** Where agents that call models themselves reach them. Default: as the environment of this process says. */
  servers?: ModelServers;
  /** Values of the variables that cases pass through. Default: those of this process. */
  env?: Readonly<Record<string, string | undefined>>;
  limits?: Omit<Limits, "concurrency" | "budgetUsd">;
  /**
   * Told what is planned, before anything of it runs, and waited for; what it throws is what `runSuite` rejects with.
   */
  beforeRun?: (manifest: RunManifest) => void | Promise<void>;
  /** Told what a reader must know about the files that agents start from, each once, as soon as it is known. */
  onNotice?: (notice: string) => void;
  /** Told how far the files that agents start from are ready, before anything runs. */
  onPreparing?: (progress: PreparingProgress) => void;
  /**
   * Either ends the preparation, too: `runSuite` then rejects with a `PreparingStoppedError`, and there is no run.
   */
  signal?: AbortSignal;
  drain?: AbortSignal;
  onEvent?: OnSweepEvent;
  onCaseEvent?: OnCaseEvent;
  onCaseStage?: OnCaseStage;
}
