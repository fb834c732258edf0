import type { Account, LanguageModel, ModelResolver, PriceTable } from "@flow-state-dev/core";
import type { Solution } from "../suite/suite.ts";
import type { TranscriptEvent } from "../transcript/transcript-event.ts";
import type { AgentShell } from "./agent-shell.ts";
import type { JobGateway } from "./job-gateway.ts";

/** What an agent may use up. */
export interface AgentLimits {
  /** US dollars. Null: none but those of the account. */
  budgetUsd: number | null;
  /** Milliseconds from the start of the agent. */
  timeoutMs: number;
  /** Model calls of agents that count them; an agent has its own default. */
  turns?: number;
}

/** Where built-in agents get models from. */
export interface AgentModels {
  resolver: ModelResolver;
  /** Default: the bundled price list. */
  prices?: PriceTable;
  /** Put around every model, outside of the meter, so that what it answers costs nothing: a response cache. */
  wrap?: (model: LanguageModel, modelId: string) => LanguageModel;
}

/** Which piece of work this is. */
export interface AgentAttempt {
  caseId: string;
  /** Which run of the case, from 0. */
  run: number;
  /** Which try at that run, from 0. */
  attempt: number;
}

/** One piece of work for an agent. */
export interface AgentJob {
  prompt: string;
  /** Path of the workspace on this machine. No process of the agent is alive while no command runs. */
  workspace: string;
  /** Null: the agent has to know by itself. */
  model: string | null;
  limits: AgentLimits;
  /** Environment variables that the case passes through, with their values. */
  env: Readonly<Record<string, string>>;
  /**
   * Ends the agent, which reports within a few seconds. Its reason says why: an error named `TimeoutError`, a
   * `BudgetExceededError`, anything else for a person or a program that called it off.
   */
  signal: AbortSignal;
  onEvent: (event: TranscriptEvent) => void;
  shell: AgentShell;
  /** Bears what the agent spends. */
  account: Account;
  models: AgentModels;
  /**
   * How agents that call models themselves reach them. Null: no way is known, and what a program says it used is booked
   * on the account.
   */
  gateway: JobGateway | null;
  /** The reference of the case; only for the agent that applies it. */
  solution: Solution | null;
  attempt: AgentAttempt;
}
