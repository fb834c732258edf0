import type { WireName } from "../gateway/wires/wire-name.ts";
import type { AgentJob } from "./agent-job.ts";
import type { AgentReport } from "./agent-report.ts";

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
  /** Folders of the host that it needs to read; none when absent. */
  readable?(): Promise<readonly string[]>;
  run(job: AgentJob): Promise<AgentReport>;
}
