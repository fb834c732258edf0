import type { AgentCli, LaunchFacts } from "../agent-cli.ts";
import { readPi } from "./read-pi.ts";

/** pi. It asks for no permissions at all. */
export const pi: AgentCli = {
  name: "pi",
  title: "pi",
  program: "pi",
  npm: { name: "@earendil-works/pi-coding-agent", version: "0.87.1" },
  keyVariable: "OPENAI_API_KEY",
  wires: ["openai-chat", "anthropic-messages"],
  stopSignal: "TERM",
  launch: (facts) => ({
    argv: [
      facts.program ?? "pi",
      ...["-p", "--mode", "json", "--provider", "gateway", "--model", facts.model],
      ...["--no-session", "--offline"],
    ],
    env: { [keyName]: facts.key, PI_OFFLINE: "1" },
    files: { ".pi/agent/models.json": JSON.stringify(models(facts)) },
    stdin: facts.prompt,
  }),
  read: (tell, { price }) => readPi(tell, price !== null),
};

const keyName = "X_GATEWAY_KEY";

function models({ url, model, price, wire }: LaunchFacts) {
  const { input = 0, output = 0, cacheRead = input, cacheWrite = input } = price ?? {};
  return {
    providers: {
      gateway: {
        ...(wire === "anthropic-messages"
          ? { baseUrl: url, api: "anthropic-messages" }
          : { baseUrl: `${url}/v1`, api: "openai-completions" }),
        apiKey: keyName,
        models: [
          {
            id: model,
            name: model,
            reasoning: false,
            input: ["text"],
            cost: { input, output, cacheRead, cacheWrite },
            contextWindow: 200_000,
            maxTokens: 32_000,
          },
        ],
      },
    },
  };
}
