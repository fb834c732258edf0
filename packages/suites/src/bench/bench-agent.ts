import type { Agent } from "../agent/agent.ts";

/** An agent that takes part in a run, under the name that results call it by. */
export interface BenchAgent {
  /** As the user named it; unique among the agents of a run. */
  name: string;
  agent: Agent;
  /** Ids of the cases it works on; all when absent. */
  cases?: ReadonlySet<string>;
  /** What it repeats came from a simulated model. */
  simulated?: boolean;
  /** Id of the run whose work it repeats; that of the first, when the one that was named repeats another. */
  replays?: string;
}

/** Does an agent work on this case? */
export function worksOn({ cases }: BenchAgent, { id }: { id: string }): boolean {
  return cases?.has(id) ?? true;
}

/** The model that an agent works with on a case: its own, else the one of the command, else that of the case. */
export function modelFor(
  { agent }: BenchAgent,
  chosen: string | null,
  caseModel: string | null,
): string | null {
  return agent.model ?? chosen ?? caseModel;
}
