import type { AgentCli } from "../agent-cli.ts";
import { readQwen } from "./read-qwen.ts";

/** Qwen Code. */
export const qwen: AgentCli = {
  name: "qwen",
  title: "Qwen Code",
  program: "qwen",
  npm: { name: "@qwen-code/qwen-code", version: "0.24.4" },
  keyVariable: "OPENAI_API_KEY",
  wires: ["openai-chat"],
  stopSignal: "TERM",
  launch: (facts) => ({
    argv: [
      facts.program ?? "qwen",
      ...["--output-format", "stream-json", "--approval-mode", "yolo", "--auth-type", "openai"],
      ...(facts.turns === null ? [] : ["--max-session-turns", String(facts.turns)]),
    ],
    env: {
      OPENAI_API_KEY: facts.key,
      OPENAI_BASE_URL: `${facts.url}/v1`,
      OPENAI_MODEL: facts.model,
      QWEN_CODE_SUPPRESS_YOLO_WARNING: "1",
    },
    files: { ".qwen/settings.json": JSON.stringify(settings) },
    stdin: facts.prompt,
  }),
  read: readQwen,
};

const settings = {
  general: { disableAutoUpdate: true, disableUpdateNag: true, enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  security: { auth: { selectedType: "openai" }, folderTrust: { enabled: false } },
  $version: 4,
};
