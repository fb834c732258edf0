import type { ModelPrice } from "@flow-state-dev/core";
import type { AgentCli, LaunchFacts } from "../agent-cli.ts";
import { readOpencode } from "./read-opencode.ts";

/** OpenCode. Without a title it makes one more model call, which is in none of its figures. */
export const opencode: AgentCli = {
  name: "opencode",
  title: "OpenCode",
  program: "opencode",
  npm: { name: "opencode-ai", version: "1.18.33" },
  keyVariable: "OPENAI_API_KEY",
  wires: ["openai-chat", "anthropic-messages"],
  stopSignal: "TERM",
  launch: (facts) => ({
    argv: [
      facts.program ?? "opencode",
      ...["run", "--pure", "--title", "work", "--format", "json", "-m", `gateway/${facts.model}`],
    ],
    env: {
      OPENCODE_CONFIG_CONTENT: JSON.stringify(config(facts)),
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    },
    stdin: facts.prompt,
  }),
  read: (tell, { price }) => readOpencode(tell, price !== null),
};

function config({ url, key, model, price, wire }: LaunchFacts) {
  const name = `gateway/${model}`;
  return {
    autoupdate: false,
    share: "disabled",
    model: name,
    small_model: name,
    enabled_providers: ["gateway"],
    permission: "allow",
    provider: {
      gateway: {
        npm: wire === "anthropic-messages" ? "@ai-sdk/anthropic" : "@ai-sdk/openai-compatible",
        name: "Gateway",
        options: { baseURL: `${url}/v1`, apiKey: key },
        models: {
          [model]: {
            name: model,
            tool_call: true,
            limit: { context: 200_000, output: 32_000 },
            ...(price && { cost: costOf(price) }),
          },
        },
      },
    },
  };
}

function costOf({ input, output, cacheRead = input, cacheWrite = input }: ModelPrice) {
  return { input, output, cache_read: cacheRead, cache_write: cacheWrite };
}
