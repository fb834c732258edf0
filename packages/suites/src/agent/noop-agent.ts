import { noUsage } from "@flow-state-dev/core";
import type { Agent } from "./agent.ts";
import { noFigures } from "./agent-report.ts";

/** Does nothing: what passes without it proves nothing. */
export function createNoopAgent(): Agent {
  return {
    name: "noop",
    model: null,
    needsModel: false,
    settings: {},
    version: async () => "1",
    run: async () => ({ ...noFigures, ended: "done", detail: "", turns: 0, usage: noUsage, costUsd: 0 }),
  };
}
