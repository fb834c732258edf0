import type { AgentCli, LaunchFacts } from "../agent-cli.ts";
import { readClaude } from "./read-claude.ts";

/**
 * Claude Code. As root it refuses to skip permissions; what it may do is then listed instead. It does not stop at a
 * budget before it is over it, so that its own limit is only used where no gateway holds it to one.
 */
export const claudeCode: AgentCli = {
  name: "claude-code",
  title: "Claude Code",
  program: "claude",
  npm: { name: "@anthropic-ai/claude-code", version: "2.1.325" },
  keyVariable: "ANTHROPIC_API_KEY",
  wires: ["anthropic-messages"],
  // On SIGINT it still tells what it has spent.
  stopSignal: "INT",
  launch: (facts) => ({
    argv: [
      facts.program ?? "claude",
      ...["-p", "--output-format", "stream-json", "--verbose", "--no-session-persistence"],
      ...permissions(facts),
      ...["--model", facts.model],
      ...(facts.turns === null ? [] : ["--max-turns", String(facts.turns)]),
      ...(facts.budgetUsd === null ? [] : ["--max-budget-usd", String(facts.budgetUsd)]),
    ],
    env: {
      ANTHROPIC_BASE_URL: facts.url,
      ANTHROPIC_API_KEY: facts.key,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    },
    stdin: facts.prompt,
  }),
  read: readClaude,
};

const allowedTools = "Bash Edit MultiEdit NotebookEdit Read Write Glob Grep LS TodoWrite Task";

function permissions({ root }: LaunchFacts): string[] {
  return root
    ? ["--permission-mode", "acceptEdits", "--allowedTools", allowedTools]
    : ["--permission-mode", "bypassPermissions"];
}
