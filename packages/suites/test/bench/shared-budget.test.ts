import { expect, test } from "vitest";
import { startRawServer } from "../gateway/support/raw-server.ts";
import { openBench } from "./support.ts";

/** An answer of a model: $0.0045 at the price of the model below. */
const answer = JSON.stringify({
  ...{ id: "msg_1", type: "message", role: "assistant", model: "claude-sonnet-4-5" },
  ...{ content: [{ type: "tool_use", id: "t", name: "go", input: {} }], stop_reason: "tool_use" },
  usage: { input_tokens: 1_000, output_tokens: 100 },
});

/** Asks twice, and breaks when the second call is not answered. */
const asksTwice = `command:node -e '
const ask = () => fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST",
  headers: { "content-type": "application/json", "x-api-key": process.env.ANTHROPIC_API_KEY },
  body: JSON.stringify({ model: process.env.X_MODEL, max_tokens: 50, messages: [{ role: "user", content: "hi" }] })
}).then((r) => r.ok);
ask().then(ask).then((ok) => process.exit(ok ? 0 : 3));'`;

/** Runs a case on a provider that answers every other call and fails the rest. */
async function benchAt(budget: number) {
  let calls = 0;
  await using server = await startRawServer((_request, response) => {
    calls += 1;
    if (calls % 2 === 1) response.writeHead(200, { "content-type": "application/json" }).end(answer);
    else response.writeHead(503, { "content-type": "application/json" }).end('{"error":{"message":"down"}}');
  });
  await using bench = await openBench();
  const more = { model: "claude-sonnet-4-5", servers: { env: server.env } };
  const { outcome, cost, runs } = await bench.run({ budget }, asksTwice, more);
  return {
    outcome,
    cost,
    attempts: runs[0]!.attempts,
    error: runs[0]!.error,
    requests: server.requests.length,
  };
}

test("attempts that an outage ends share the budget of the case; to run over its rest is nobody's failure", async () => {
  expect(await benchAt(0.01)).toMatchObject({
    ...{ outcome: "infrastructure", cost: 0.0135, attempts: 3, requests: 5 },
    error: expect.stringMatching(
      /^\$0\.009 of the \$0\.01 budget of this case went to attempts that an outage ended\. What was left did not suffice\. .*down/,
    ),
  });
});

test("one that runs over the whole of it has failed", async () => {
  expect(await benchAt(0.004)).toMatchObject({ outcome: "over-budget", cost: 0.0045, attempts: 1 });
});
