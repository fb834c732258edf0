import type { LanguageModel, PriceTable } from "@flow-state-dev/core";
import type { WireName } from "../gateway/wires/wire-name.ts";
import type { AgentJob } from "./agent-job.ts";
import type { AgentReport } from "./agent-report.ts";

/** What is known of a task before anything of it runs. */
export interface AgentTask {
  prompt: string;
  budgetUsd: number;
  timeoutMs: number;
  model: LanguageModel;
  /** As it was named. */
  modelId: string;
  prices: PriceTable;
}

/**
 * Something that works on a workspace by itself. `run` never rejects: whatever the agent, its model or the sandbox do
 * is in the report. When it has resolved, nothing of the agent is running.
 */
export interface Agent {
  /** As the user names it. */
  readonly name: string;
  /** The model it brings itself; null when the job's model counts. */
  readonly model: string | null;
  /** Does it need a model, and so a key? */
  readonly needsModel: boolean;
  /** What else decides how it works; kept with the run, so that two runs can be told apart. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What it can speak to its model, best first, when it calls the model itself; it is then given a gateway. */
  readonly wires?: readonly WireName[];
  /** The program that it starts, when that is a plain name: it must be found in PATH inside the sandbox. */
  readonly starts?: string | null;
  version(): Promise<string>;
  /**
   * What the first call for a task may cost, in US dollars, when the budget does not pay for that, so that the agent
   * would not make it; null when it would, or nobody knows. By what is known before any file is looked at: it may still
   * turn out to be more. Absent where the agent does not ask before its calls.
   */
  tooDear?(task: AgentTask): number | null;
  /** Folders of the host that it needs to read; none when absent. */
  readable?(): Promise<readonly string[]>;
  run(job: AgentJob): Promise<AgentReport>;
}
