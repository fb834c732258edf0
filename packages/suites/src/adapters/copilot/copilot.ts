import type { AgentCli } from "../agent-cli.ts";
import { readCopilot } from "./read-copilot.ts";

/** Copilot CLI with a model of one's own, offline: it then needs no login. */
export const copilot: AgentCli = {
  name: "copilot",
  title: "GitHub Copilot CLI",
  program: "copilot",
  npm: { name: "@github/copilot", version: "1.0.102" },
  keyVariable: "COPILOT_PROVIDER_API_KEY",
  wires: ["openai-chat", "anthropic-messages"],
  stopSignal: "TERM",
  launch: (facts) => ({
    argv: [
      facts.program ?? "copilot",
      ...["--output-format", "json", "--yolo", "--no-auto-update"],
      ...["--usage-output-file", facts.reportFile],
    ],
    env: {
      COPILOT_OFFLINE: "true",
      COPILOT_AUTO_UPDATE: "false",
      COPILOT_PROVIDER_API_KEY: facts.key,
      COPILOT_MODEL: facts.model,
      ...(facts.wire === "anthropic-messages"
        ? { COPILOT_PROVIDER_TYPE: "anthropic", COPILOT_PROVIDER_BASE_URL: facts.url }
        : { COPILOT_PROVIDER_BASE_URL: `${facts.url}/v1` }),
    },
    stdin: facts.prompt,
  }),
  read: readCopilot,
};
