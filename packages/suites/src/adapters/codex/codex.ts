import type { AgentCli } from "../agent-cli.ts";
import { readCodex } from "./read-codex.ts";

/**
 * Codex. Its built-in provider ignores OPENAI_BASE_URL and tries a WebSocket first, so that it gets a provider of its
 * own, which speaks plain HTTP. A sandbox is around it already; its own is off.
 */
export const codex: AgentCli = {
  name: "codex",
  title: "Codex",
  program: "codex",
  npm: { name: "@openai/codex", version: "0.166.0" },
  keyVariable: "OPENAI_API_KEY",
  wires: ["openai-responses"],
  stopSignal: "TERM",
  launch: (facts) => ({
    argv: [
      facts.program ?? "codex",
      ...["exec", "--json", "--ephemeral", "--ignore-user-config", "--skip-git-repo-check"],
      ...["--dangerously-bypass-approvals-and-sandbox", "-m", facts.model],
      ...["-c", 'model_provider="gateway"', "-c", `model_providers.gateway=${provider(facts.url)}`],
      ...["-c", "analytics.enabled=false", "-c", "check_for_update_on_startup=false"],
      ...["--disable", "plugins", "--disable", "apps", "-"],
    ],
    env: { [keyName]: facts.key },
    stdin: facts.prompt,
  }),
  read: readCodex,
};

const keyName = "X_GATEWAY_KEY";

/** An inline table of TOML. */
function provider(url: string): string {
  const base = JSON.stringify(`${url}/v1`);
  return `{name="gateway",base_url=${base},env_key="${keyName}",wire_api="responses"}`;
}
