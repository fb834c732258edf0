import { acpCli } from "../adapters/acp/acp.ts";
import { createCliAgent } from "../adapters/create-cli-agent.ts";
import type { FindCliOptions } from "../adapters/find-cli.ts";
import { knownClis } from "../adapters/known-clis.ts";
import type { XAgentOptions } from "../x-agent/x-agent.ts";
import { createXAgent } from "../x-agent/x-agent.ts";
import type { Agent } from "./agent.ts";
import { type AgentName, parseAgentName, UnknownAgentError } from "./agent-name.ts";
import { createCommandAgent } from "./command-agent.ts";
import { createNoopAgent } from "./noop-agent.ts";
import { createOracleAgent } from "./oracle-agent.ts";
import { createReplayAgent, type RecordedRuns } from "./replay-agent.ts";

/** What agents are made with. */
export interface CreateAgentOptions {
  /** Where `replay:` finds what was recorded. */
  recordedRuns?: RecordedRuns;
  /** How `x` works. */
  x?: XAgentOptions;
  /** Where programs of other agents are looked for. */
  find?: FindCliOptions;
}

/** Makes the agent that a name stands for. */
export function createAgent(name: AgentName, options: CreateAgentOptions = {}): Agent {
  switch (name.kind) {
    case "x":
      return createXAgent({ ...options.x, ...(name.model !== null && { model: name.model }) });
    case "cli":
      return createCliAgent(knownClis.find((cli) => cli.name === name.cli)!, {
        ...(name.model !== null && { model: name.model }),
        ...(options.find && { find: options.find }),
      });
    case "acp":
      return createCliAgent(acpCli(name.line, knownClis), { ...(options.find && { find: options.find }) });
    case "command":
      return createCommandAgent(name.line);
    case "oracle":
      return createOracleAgent();
    case "noop":
      return createNoopAgent();
    case "replay":
      return createReplayAgent(name.run, options.recordedRuns ?? (async () => null));
  }
}

/** The agent that a text names. Throws an `UnknownAgentError` with the nearest right form. */
export function parseAgent(text: string, options: CreateAgentOptions = {}): Agent {
  const check = parseAgentName(text);
  if (!check.ok) throw new UnknownAgentError(check.message, text);
  return createAgent(check.agent, options);
}
