import type { AgentCli } from "../agent-cli.ts";
import { readGemini } from "./read-gemini.ts";

/** Gemini CLI. Its outer process does not pass signals on, so that they have to go to its group. */
export const gemini: AgentCli = {
  name: "gemini",
  title: "Gemini CLI",
  program: "gemini",
  npm: { name: "@google/gemini-cli", version: "0.61.0" },
  keyVariable: "GEMINI_API_KEY",
  wires: ["gemini"],
  stopSignal: "TERM",
  launch: (facts) => ({
    argv: [
      facts.program ?? "gemini",
      ...["--output-format", "stream-json", "--approval-mode", "yolo", "-m", facts.model],
    ],
    env: { GEMINI_API_KEY: facts.key, GOOGLE_GEMINI_BASE_URL: facts.url, GEMINI_MODEL: facts.model },
    files: { ".gemini/settings.json": JSON.stringify(settings(facts.turns)) },
    stdin: facts.prompt,
  }),
  read: readGemini,
};

function settings(turns: number | null) {
  return {
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
    ...(turns !== null && { model: { maxSessionTurns: turns } }),
  };
}
