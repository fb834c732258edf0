import type { ErrorRecord, Usage } from "@flow-state-dev/core";

/**
 * Why an agent gave up: its model refused, sent calls that cannot be read, sent nothing, was cut off again and again,
 * or had no room left in its context; there was nothing that the agent could have done; or it says that it was stopped,
 * and nobody had stopped it.
 */
export type GaveUpWhy =
  | "refused"
  | "malformed"
  | "silent"
  | "cut-off"
  | "context-full"
  | "nothing-to-do"
  | "stopped-itself";

/**
 * How an agent ended. `detail` is one sentence for people, empty when there is nothing to say.
 * `done`: it said that it is finished. `crashed`: it broke, or exited non-zero. `infrastructure`: provider or sandbox
 * failed, which says nothing about the agent.
 */
export type AgentEnd =
  | { ended: "done"; detail: string }
  | { ended: "gave-up"; why: GaveUpWhy; detail: string }
  | { ended: "stuck"; detail: string }
  | { ended: "turn-limit"; detail: string }
  | {
      ended: "over-budget";
      detail: string;
      /** The account whose limit it was; null when the agent's own report says so. */
      account: string | null;
      /** What the call may cost that was not made, in US dollars; absent when that is not known. */
      wantedUsd?: number;
      /**
       * Not even the first call was made: by what it may cost it did not fit. Told by agents that ask the same first.
       */
      untried?: true;
    }
  | { ended: "timed-out"; detail: string }
  | { ended: "crashed"; detail: string; error: ErrorRecord }
  | {
      ended: "infrastructure";
      detail: string;
      error: ErrorRecord;
      /** How long the provider asks not to be tried again; absent when it does not say. */
      retryAfterMs?: number;
    }
  | { ended: "cancelled"; detail: string };

/** Who counted: the meter around every call, the agent's own word, or the record of an earlier run. */
export type FiguresFrom = "metered" | "reported" | "recorded";

/** What is known of an agent's work besides how it ended. Null is unknown. */
export interface AgentFigures {
  /** Model calls that were answered. */
  turns: number | null;
  /** The agent's final answer. */
  answer: string | null;
  /** More of it, for expectations about the output, where `answer` is only its end; it is not stored. */
  gradedAnswer?: string | null;
  usage: Usage | null;
  /** US dollars. */
  costUsd: number | null;
  /** Null when there are no figures. */
  figuresFrom: FiguresFrom | null;
  /** Of a program that exited by itself. */
  exitCode: number | null;
  /** Milliseconds spent waiting for a provider that was busy; part of the time, not of the work. */
  waitedMs: number;
  /** What the reader of the result must know. */
  warnings: readonly string[];
}

/** What the agent itself says it used; null is unknown. */
export interface ReportedFigures {
  turns: number | null;
  usage: Usage | null;
  costUsd: number | null;
}

/** What an agent reports. */
export type AgentReport = AgentEnd &
  AgentFigures & {
    /** The agent's own word, where somebody else has counted too. */
    reported?: ReportedFigures;
  };

/** Figures of an agent that used nothing. */
export const noFigures: AgentFigures = Object.freeze({
  turns: null,
  answer: null,
  usage: null,
  costUsd: null,
  figuresFrom: null,
  exitCode: null,
  waitedMs: 0,
  warnings: Object.freeze([]),
});
