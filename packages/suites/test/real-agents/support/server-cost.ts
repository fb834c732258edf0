import { createPriceTable, formatModelId, parseModelId } from "@flow-state-dev/core";
import type { RealAgent } from "./agents.ts";
import type { ModelServer } from "./model-server.ts";

const prices = createPriceTable();

/** What a server bills for requests, in US dollars. */
export function costOf({ model: name }: RealAgent, requests: ModelServer["requests"]): number {
  const modelId = formatModelId(parseModelId(name));
  const costs = requests.map(({ billed }) => {
    if (!billed) return 0;
    const { input, output, cacheRead = 0, cacheWrite = 0, reasoning = 0 } = billed;
    return prices.cost(modelId, {
      ...{ inputTokens: input, outputTokens: output, reasoningTokens: reasoning },
      ...{ cacheReadTokens: cacheRead, cacheWriteTokens: cacheWrite },
    })!;
  });
  return costs.reduce((sum, cost) => sum + cost, 0);
}
