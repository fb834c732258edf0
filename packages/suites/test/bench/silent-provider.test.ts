import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startRawServer } from "../gateway/support/raw-server.ts";

const module = "../../src/agent/least-silence.ts";
let openBench: typeof import("./support.ts").openBench;

// A minute is too long for a test. What has been loaded by then knows only the minute.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock(module, () => ({ leastSilenceMs: 1_000, leastWaitMs: 500 }));
  ({ openBench } = await import("./support.ts"));
});
afterAll(() => {
  vi.doUnmock(module);
  vi.resetModules();
});

const asks = `command:node -e '
const ask = () => fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST",
  headers: { "content-type": "application/json", "x-api-key": process.env.ANTHROPIC_API_KEY },
  body: JSON.stringify({ model: process.env.X_MODEL, max_tokens: 50, messages: [{ role: "user", content: "hi" }] })
}).then((r) => r.text());
ask().then(ask);'`;

const answer = JSON.stringify({
  ...{ id: "msg_1", type: "message", role: "assistant", model: "claude-sonnet-4-5" },
  ...{ content: [{ type: "tool_use", id: "t", name: "shell", input: { command: "true" } }] },
  ...{ stop_reason: "tool_use", usage: { input_tokens: 1_000, output_tokens: 100 } },
});

test.each([
  ["x", "x", 0, "infrastructure"],
  ["a program", asks, 0, "infrastructure"],
  ["x", "x", 1, "timed-out"],
  ["a program", asks, 1, "timed-out"],
])("%s on a provider that falls silent after so many answers", async (_, agent, answers, outcome) => {
  let calls = 0;
  await using server = await startRawServer((_request, response) => {
    calls += 1;
    if (calls <= answers) response.writeHead(200, { "content-type": "application/json" }).end(answer);
  });
  vi.stubEnv("ANTHROPIC_API_KEY", server.env.ANTHROPIC_API_KEY);
  vi.stubEnv("ANTHROPIC_BASE_URL", `${server.url}/v1`);
  await using bench = await openBench();
  const more = { model: "claude-sonnet-4-5", servers: { env: server.env }, limits: { maxAttempts: 1 } };
  const result = await bench.run({ timeout: 6 }, agent, more);
  expect(result.outcome).toBe(outcome);
  if (outcome === "infrastructure") expect(result.runs[0]!.error).toMatch(/^The provider did not answer: /);
});
