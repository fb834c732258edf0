import { FlowError, nearestName } from "@flow-state-dev/core";
import { knownClis } from "../adapters/known-clis.ts";
import { shown } from "../text/shown.ts";

/** An agent as it is named on the command line or in a suite. */
export type AgentName =
  | { kind: "x"; model: string | null }
  /** One of the agents that people use, by the name of its adapter. */
  | { kind: "cli"; cli: string; model: string | null }
  | { kind: "acp"; line: string }
  | { kind: "command"; line: string }
  | { kind: "oracle" }
  | { kind: "noop" }
  | { kind: "replay"; run: string };

/** A name that is read, or what is wrong with it. */
export type AgentNameCheck = { ok: true; agent: AgentName } | { ok: false; message: string };

const cliNames = knownClis.map(({ name }) => name);

/** The forms a name can have. */
export const agentForms = [
  "x",
  ...cliNames,
  "<agent>@<model>",
  "acp:<shell line>",
  "command:<shell line>",
  "oracle",
  "noop",
  "replay:<run>",
] as const;

const withModels = ["x", ...cliNames];
const plainNames = [...withModels, "oracle", "noop"];
const prefixes = ["acp", "command", "replay"];
/** What people write for it. */
const otherNames: Record<string, string> = {
  cmd: "command:",
  shell: "command:",
  exec: "command:",
  run: "command:",
  none: "noop",
  solution: "oracle",
  default: "x",
  claude: "claude-code",
  "gemini-cli": "gemini",
  "qwen-code": "qwen",
  "open-code": "opencode",
  "codex-cli": "codex",
  "github-copilot": "copilot",
};

/** A name of an agent that is none. */
export class UnknownAgentError extends FlowError {
  override readonly name = "UnknownAgentError";

  constructor(message: string, agent: string) {
    super(message, { code: "unknown-agent", details: { agent } });
  }
}

/**
 * Reads the name of an agent: `x`, `claude-code` and the like, each also with `@model` behind it, `acp:<shell line>`,
 * `command:<shell line>`, `oracle`, `noop`, `replay:<run>`.
 */
export function parseAgentName(text: string): AgentNameCheck {
  const name = text.trim();
  if (withModels.includes(name)) return { ok: true, agent: modelled(name, null) };
  if (name === "oracle" || name === "noop") return { ok: true, agent: { kind: name } };
  const [, word = "", sign, rest = ""] = /^([^\s:@]*)\s*([:@])?(.*)$/s.exec(name) ?? [];
  if (sign === "@" && withModels.includes(word)) return withModel(word, rest.trim());
  if (sign === ":" && word === "acp") return withServer(rest.trim());
  if (sign === ":" && word === "command") return withLine(rest.trim());
  if (sign === ":" && word === "replay") return withRun(rest.trim());
  return { ok: false, message: unknown(name, word, sign, rest) };
}

function modelled(name: string, model: string | null): AgentName {
  return name === "x" ? { kind: "x", model } : { kind: "cli", cli: name, model };
}

function withModel(name: string, model: string): AgentNameCheck {
  if (model !== "" && !/\s/.test(model)) return { ok: true, agent: modelled(name, model) };
  return {
    ok: false,
    message: `${name}@ needs the id of a model after it, such as ${name}@claude-opus-4-6.`,
  };
}

function withServer(line: string): AgentNameCheck {
  if (line !== "" && !line.includes("\0")) return { ok: true, agent: { kind: "acp", line } };
  return { ok: false, message: 'acp: needs a shell line after it, such as "acp:opencode acp".' };
}

function withLine(line: string): AgentNameCheck {
  if (line !== "" && !line.includes("\0")) return { ok: true, agent: { kind: "command", line } };
  return { ok: false, message: 'command: needs a shell line after it, such as "command:node agent.js".' };
}

function withRun(run: string): AgentNameCheck {
  if (/^[\w.:~-]{1,200}$/.test(run)) return { ok: true, agent: { kind: "replay", run } };
  return {
    ok: false,
    message: "replay: needs a recorded run after it: its id, the start of it, last or last~1.",
  };
}

function unknown(name: string, word: string, sign: string | undefined, rest: string): string {
  if (name === "") return `No agent is named; say one of ${agentForms.join(", ")}.`;
  const meant = meantBy(word, sign, rest.trim());
  const hint = meant === null ? `agents are ${agentForms.join(", ")}` : `did you mean ${shown(meant, 80)}?`;
  return `Unknown agent ${shown(name, 80)}: ${hint}${meant === null ? "." : ""}`;
}

function meantBy(word: string, sign: string | undefined, rest: string): string | null {
  const lower = word.toLowerCase();
  const near = Object.hasOwn(otherNames, lower)
    ? otherNames[lower]
    : nearestName(lower, [...plainNames, ...prefixes]);
  if (near === undefined) return null;
  const meant = near.replace(/:$/, "");
  if (prefixes.includes(meant)) {
    return rest === "" ? agentForms.find((form) => form.startsWith(meant))! : `${meant}:${rest}`;
  }
  return withModels.includes(near) && sign === "@" && rest !== "" ? `${near}@${rest}` : near;
}
