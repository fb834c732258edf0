import type { AgentCli, LaunchFacts } from "../agent-cli.ts";
import { readQwen } from "./read-qwen.ts";

/** Qwen Code. */
export const qwen: AgentCli = {
  name: "qwen",
  title: "Qwen Code",
  program: "qwen",
  npm: { name: "@qwen-code/qwen-code", version: "0.24.4" },
  keyVariable: "OPENAI_API_KEY",
  wires: ["openai-chat", "anthropic-messages"],
  stopSignal: "TERM",
  launch: (facts) => ({
    argv: [
      facts.program ?? "qwen",
      ...["--output-format", "stream-json", "--approval-mode", "yolo", "--auth-type", authType(facts)],
      ...(facts.turns === null ? [] : ["--max-session-turns", String(facts.turns)]),
    ],
    env: {
      ...provider(facts),
      QWEN_CODE_SUPPRESS_YOLO_WARNING: "1",
    },
    files: { ".qwen/settings.json": JSON.stringify(settings(facts)) },
    stdin: facts.prompt,
  }),
  read: readQwen,
};

function authType({ wire }: LaunchFacts): string {
  return wire === "anthropic-messages" ? "anthropic" : "openai";
}

function provider({ wire, url, key, model }: LaunchFacts): Record<string, string> {
  return wire === "anthropic-messages"
    ? { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url, ANTHROPIC_MODEL: model }
    : { OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: model };
}

function settings(facts: LaunchFacts) {
  return {
    general: { disableAutoUpdate: true, disableUpdateNag: true, enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    security: { auth: { selectedType: authType(facts) }, folderTrust: { enabled: false } },
    $version: 4,
  };
}
