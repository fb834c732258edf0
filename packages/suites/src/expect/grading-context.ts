import type { JudgeResult } from "@flow-state-dev/judge";
import type { GradedWorkspace } from "./graded-workspace.ts";

/** How a command ended. `output` is what it wrote, both streams in order; its end is enough. */
export type CommandEnd =
  | { kind: "exited"; exitCode: number; output: string; durationMs: number }
  | { kind: "killed"; signal: string; output: string; durationMs: number }
  | { kind: "timed-out"; output: string; durationMs: number };

/** What expectations are held against. */
export interface GradingContext {
  workspace: GradedWorkspace;
  /** Runs a shell command in a copy of the graded files. A rejection means that it could not be run: infrastructure. */
  exec(command: string): Promise<CommandEnd>;
  /**
   * The agent's final answer; null when it gave none. One of which the beginning is missing says so in its first line.
   */
  output: string | null;
  /** US dollars that the agent spent; null when nobody knows. */
  costUsd: number | null;
  /** Turns that the agent took; null when nobody knows. */
  turns: number | null;
  /** Judges one criterion over prompt, patch and final answer. Null: there is no judge. */
  judge: ((criterion: string) => Promise<JudgedCriterion>) | null;
}

/** What a judge says of a criterion; with `leftOut`, which says what, of a part of the agent's work only. */
export type JudgedCriterion = JudgeResult & { leftOut?: string };
