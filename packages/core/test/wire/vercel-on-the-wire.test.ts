import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { applyMiddleware } from "../../src/model/apply-middleware.ts";
import { withCallContext } from "../../src/model/call-context.ts";
import { createModelResolver } from "../../src/model/create-model-resolver.ts";
import { isRetryable, retryAfterMs } from "../../src/model/retryable.ts";
import type { Charge } from "../../src/money/charge.ts";
import { createAccount } from "../../src/money/create-account.ts";
import { meter } from "../../src/money/meter.ts";
import { ask, call, failure } from "./wire-cases.ts";

const usage = {
  inputTokens: { total: 100, noCache: 90, cacheRead: 10, cacheWrite: 0 },
  outputTokens: { total: 20, text: 15, reasoning: 5 },
};
const finish = {
  finishReason: { unified: "stop", raw: "stop" },
  usage,
  providerMetadata: { gateway: { cost: "0.0045", generationId: "gen_1" } },
};

/** Vercel's gateway: it takes the AI SDK's call as it is and answers with the AI SDK's result. */
async function startGateway(refuse = false) {
  const requests: { headers: IncomingMessage["headers"]; body: string }[] = [];
  const server = createServer(async (incoming, outgoing: ServerResponse) => {
    let body = "";
    for await (const chunk of incoming) body += chunk;
    requests.push({ headers: incoming.headers, body });
    if (refuse) {
      outgoing.writeHead(429, { "content-type": "application/json", "retry-after": "3" });
      return outgoing.end(JSON.stringify({ error: { message: "Slow down", type: "rate_limit_exceeded" } }));
    }
    if (incoming.headers["ai-language-model-streaming"] === "true") {
      const parts = [
        { type: "stream-start", warnings: [] },
        { type: "text-start", id: "1" },
        { type: "text-delta", id: "1", delta: "Hello." },
        { type: "text-end", id: "1" },
        { type: "finish", ...finish },
      ];
      outgoing.writeHead(200, { "content-type": "text/event-stream" });
      return outgoing.end(parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join(""));
    }
    outgoing.writeHead(200, { "content-type": "application/json", "x-vercel-id": "fra1::abc" });
    outgoing.end(JSON.stringify({ content: [{ type: "text", text: "Hello." }], warnings: [], ...finish }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4/ai`;
  const charges: Charge[] = [];
  const account = createAccount({
    name: "run",
    ledger: { opened() {}, charged: (charge) => void charges.push(charge) },
  });
  const resolver = createModelResolver({ env: {}, gateways: { vercel: { apiKey: "mine", baseURL } } });
  const model = applyMiddleware(
    resolver("anthropic/claude-sonnet-4-5"),
    meter({ modelId: "anthropic/claude-sonnet-4-5", account }),
  );
  return {
    ...{ requests, charges, model },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test.each(["generate", "stream"] as const)(
  "a provider without a key goes through the gateway, %s",
  async (mode) => {
    await using gateway = await startGateway();
    const answer = await call(gateway.model, mode, withCallContext(ask(), { cell: "cell-7" }));
    expect(answer).toMatchObject({ text: "Hello.", finishReason: "stop" });
    expect(gateway.requests).toHaveLength(1);
    expect(gateway.requests[0]).toMatchObject({
      headers: { authorization: "Bearer mine", "ai-language-model-id": "anthropic/claude-sonnet-4-5" },
      body: expect.not.stringContaining("cell-7"),
    });
    expect(gateway.charges).toMatchObject([
      {
        status: "complete",
        costUsd: 0.0045,
        costBasis: "provider",
        usage: { inputTokens: 100, outputTokens: 20 },
      },
    ]);
  },
);

test.each(["generate", "stream"] as const)("it is asked once, and its wait is read, %s", async (mode) => {
  await using gateway = await startGateway(true);
  const error = await failure(call(gateway.model, mode));
  expect([isRetryable(error), retryAfterMs(error)]).toEqual([true, 3000]);
  expect(gateway.requests).toHaveLength(1);
  expect(gateway.charges).toMatchObject([{ status: "failed", costUsd: 0, usageKnown: "none" }]);
});
