import type { AgentCli, LaunchFacts } from "../agent-cli.ts";
import { readGoose } from "./read-goose.ts";

/** Goose, whose npm package brings the program itself. */
export const goose: AgentCli = {
  name: "goose",
  title: "Goose",
  program: "goose",
  npm: { name: "@aaif/goose", version: "0.20.1", says: "1.34.0" },
  keyVariable: "OPENAI_API_KEY",
  wires: ["openai-chat", "anthropic-messages"],
  stopSignal: "TERM",
  caveats: ["Goose leaves the call that names its session out of its own figures."],
  launch: (facts) => ({
    argv: [
      facts.program ?? "goose",
      ...["run", "--no-session", "--no-profile", "--with-builtin", "developer"],
      ...["--output-format", "stream-json"],
      ...(facts.turns === null ? [] : ["--max-turns", String(facts.turns)]),
      ...["-i", "-"],
    ],
    env: {
      GOOSE_MODEL: facts.model,
      GOOSE_MODE: "auto",
      GOOSE_TELEMETRY_ENABLED: "false",
      GOOSE_DISABLE_KEYRING: "1",
      ...provider(facts),
    },
    stdin: facts.prompt,
  }),
  read: readGoose,
};

/** A path in the host of OpenAI would be lost, so that it goes in front of the other path. */
function provider({ wire, url, key }: LaunchFacts): Record<string, string> {
  if (wire === "anthropic-messages")
    return { GOOSE_PROVIDER: "anthropic", ANTHROPIC_HOST: url, ANTHROPIC_API_KEY: key };
  const { origin, pathname } = new URL(url);
  const path = `${pathname}/v1/chat/completions`.replace(/^\/+/, "");
  return { GOOSE_PROVIDER: "openai", OPENAI_HOST: origin, OPENAI_BASE_PATH: path, OPENAI_API_KEY: key };
}
