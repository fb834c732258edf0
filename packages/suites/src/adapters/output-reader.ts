import type { ErrorRecord, Usage } from "@flow-state-dev/core";
import type { JsonFacts } from "./json-facts.ts";

/** What an agent's output tells, before it has times and names that only the listener knows. */
export type StreamEvent =
  | { type: "message"; role: "system" | "user" | "assistant"; text: string; reasoning?: string }
  | { type: "tool-call"; id: string; tool: string; input: unknown }
  /** `durationMs` when the agent tells it. */
  | { type: "tool-result"; id: string; ok: boolean; text: string; durationMs?: number }
  | { type: "usage"; model: string | null; usage: Usage | null; costUsd: number | null }
  | { type: "notice"; text: string }
  | { type: "error"; error: ErrorRecord };

/** Takes what a reader has understood. `turn` counts answered model calls, from 1. */
export type TellStream = (event: StreamEvent, turn?: number | null) => void;

/**
 * What an agent itself says went wrong. `api`: a provider refused or failed. `budget`, `turns`: a limit of the agent's
 * own was reached. `stuck`: it found itself repeating the same. `refused`: its model would not go on. `interrupted`: it
 * was asked to stop. `login`: it wants to be logged in before it takes its prompt. `agent`: anything else.
 */
export interface CliTrouble {
  kind: "api" | "budget" | "turns" | "stuck" | "refused" | "interrupted" | "login" | "agent";
  /** In the agent's words. */
  message: string;
  /** HTTP status, when it tells. */
  status: number | null;
}

/** What an agent's own output comes to. Null is unknown. */
export interface CliSummary {
  /** Did it tell of its end? When not, it was cut short, or speaks otherwise than this adapter knows. */
  finished: boolean;
  /** Model calls that were answered. */
  turns: number | null;
  answer: string | null;
  usage: Usage | null;
  /** US dollars; null also when the agent only guesses. */
  costUsd: number | null;
  trouble: CliTrouble | null;
}

/** What else is known when the output has ended. */
export interface OutputEnd {
  /** What it wrote into its report file; null when there is none that can be read. */
  report: JsonFacts | null;
  /** Null when it was ended from outside. */
  exitCode: number | null;
  /** The last of what it wrote to stderr. */
  stderr: string;
}

/** Understands the output of one run. It is hostile: nothing in it makes a reader throw. */
export interface OutputReader {
  /** The next line of stdout that is a JSON object. */
  take(line: JsonFacts): void;
  /** Once, when all lines were taken. */
  end(facts: OutputEnd): CliSummary;
}
