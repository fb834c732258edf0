import { acpCli } from "../../../src/adapters/acp/acp.ts";
import type { AgentCli } from "../../../src/adapters/agent-cli.ts";
import { knownClis } from "../../../src/adapters/known-clis.ts";

/** An agent under test, with a model it can speak to. */
export interface RealAgent {
  /** As a user names it, with its model. */
  name: string;
  model: string;
  /** What has to be on this machine. */
  cli: AgentCli;
  /** US dollars: room for two or three calls of a model that loops, also when their worst case is reserved. */
  budget: number;
  /** Seconds within which it has begun to work, on a machine with other things to do. */
  startsWithin: number;
}

type Facts = Pick<RealAgent, "model" | "budget" | "startsWithin">;

const facts: Record<string, Facts> = {
  "claude-code": { model: "claude-sonnet-4-5", budget: 1.6, startsWithin: 12 },
  codex: { model: "gpt-5-mini", budget: 0.1, startsWithin: 12 },
  opencode: { model: "gpt-4.1", budget: 0.6, startsWithin: 30 },
  gemini: { model: "gemini-2.5-flash", budget: 0.08, startsWithin: 30 },
  qwen: { model: "gpt-4.1-mini", budget: 0.25, startsWithin: 30 },
  copilot: { model: "gpt-4.1", budget: 0.6, startsWithin: 30 },
  pi: { model: "gpt-4.1-mini", budget: 0.12, startsWithin: 30 },
  goose: { model: "gpt-4.1", budget: 0.5, startsWithin: 12 },
};

/** Those with an adapter of their own. */
export const cliAgents: readonly RealAgent[] = knownClis.map((cli) => ({
  ...{ name: cli.name, cli, ...facts[cli.name]! },
}));

/** The same programs behind the common protocol. */
export const acpAgents: readonly RealAgent[] = ["opencode acp", "gemini --acp"].map((line) => {
  const { name, program } = acpCli(line, knownClis);
  const cli = knownClis.find((each) => each.program === program)!;
  return { name, cli, ...facts[cli.name]! };
});
