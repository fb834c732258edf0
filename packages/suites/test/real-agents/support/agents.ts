import { acpCli } from "../../../src/adapters/acp/acp.ts";
import type { AgentCli } from "../../../src/adapters/agent-cli.ts";
import { knownClis } from "../../../src/adapters/known-clis.ts";
import { agentFacts } from "../../adapters/support/agent-facts.ts";

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

/** The agent of this program under a name; none when its facts say that it is not tried. */
function realAgent(name: string, cli: AgentCli): RealAgent[] {
  const { real } = agentFacts(cli.name);
  return real === null ? [] : [{ name, cli, ...real }];
}

/** Those with an adapter of their own. */
export const cliAgents: readonly RealAgent[] = knownClis.flatMap((cli) => realAgent(cli.name, cli));

/** Those that speak the wire of Claude besides another one, with a model of that kind. */
export const claudeAgents: readonly RealAgent[] = knownClis
  .filter(({ wires: [, ...others] }) => others.includes("anthropic-messages"))
  .flatMap((cli) => {
    const { model, budget } = agentFacts("claude-code").real!;
    return realAgent(`${cli.name}@${model}`, cli).map((agent) => ({ ...agent, model, budget }));
  });

/** The same programs behind the common protocol. */
export const acpAgents: readonly RealAgent[] = ["opencode acp", "gemini --acp"].flatMap((line) => {
  const { name, program } = acpCli(line, knownClis);
  return realAgent(name, knownClis.find((each) => each.program === program)!);
});
