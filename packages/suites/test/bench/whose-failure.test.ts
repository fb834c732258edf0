import { expect, test } from "vitest";
import { startRawServer } from "../gateway/support/raw-server.ts";
import { openBench } from "./support.ts";

/** Answers by what is asked: a tool to call, a file that is not there, trouble, or a word. */
async function startProvider() {
  return startRawServer((_, response, body) => {
    const refuse = (status: number, message: string) =>
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(`{"error":{"message":"${message}"}}`);
    if (body.includes("file_none")) return refuse(404, "File not found: file_none");
    if (body.includes("TITLE") || body.includes("tool_result")) return refuse(503, "Busy.");
    const call = { type: "tool_use", id: "s", name: "submit", input: {} };
    const content = body.includes("TOOL") ? [call] : [{ type: "text", text: "ok" }];
    const usage = { input_tokens: 100, output_tokens: 5 };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({ type: "message", id: "m", role: "assistant", content, stop_reason: "x", usage }),
    );
  });
}

/** Runs a program that asks these, one after the other, and then exits. */
async function benchWith(asked: readonly unknown[], exitCode: number) {
  await using server = await startProvider();
  await using bench = await openBench();
  bench.put(
    "work/agent.mjs",
    `import { writeFileSync } from "node:fs";
writeFileSync("done.txt", "x");
for (const content of ${JSON.stringify(asked)}) {
  const response = await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST",
    headers: { "content-type": "application/json", "x-api-key": process.env.ANTHROPIC_API_KEY },
    body: JSON.stringify({ model: process.env.X_MODEL, max_tokens: 50, messages: [{ role: "user", content }] }) });
  await response.text();
}
process.exit(${exitCode});`,
  );
  const { runs } = await bench.run({}, "command:node agent.mjs", {
    ...{ model: "claude-sonnet-4-5", servers: { env: server.env } },
    limits: { backoffBaseMs: 1, maxAttempts: 2 },
  });
  const { outcome, attempts } = runs[0]!;
  return { outcome, attempts, requests: server.requests.length };
}

const result = { type: "tool_result", tool_use_id: "s", content: "done" };
const file = { type: "document", source: { type: "file", file_id: "file_none" } };

test.each([
  ["a title that fails when the work is done takes nothing from it", ["TOOL", "TITLE"], 0, "passed", 1],
  ["a conversation that is cut off in its middle is tried again", ["TOOL", [result]], 0, "infrastructure", 2],
  ["a file that is not there is the agent's own, and the run goes on", ["hi", [file]], 1, "errored", 1],
])("%s", async (_, asked, exitCode, outcome, attempts) => {
  expect(await benchWith(asked, exitCode)).toEqual({ outcome, attempts, requests: 2 * attempts });
});

/** Runs a program that speaks the protocol, calls no model, and ends with this word. */
async function benchWithWord(word: object) {
  await using server = await startProvider();
  await using bench = await openBench();
  const say = (id: number, more: object) => `echo '${JSON.stringify({ jsonrpc: "2.0", id, ...more })}'`;
  const words = [{ result: { protocolVersion: 1 } }, { result: { sessionId: "s" } }, word];
  bench.put(
    "work/acp.sh",
    [...words.flatMap((each, at) => ["read a", say(at + 1, each)]), "sleep 1"].join("\n"),
  );
  const { runs } = await bench.run({}, "acp:sh acp.sh", {
    ...{ model: "claude-sonnet-4-5", servers: { env: server.env } },
    limits: { backoffBaseMs: 1, maxAttempts: 2 },
  });
  return runs[0]!;
}

test("that a provider failed is not believed when the gateway has not seen it", async () => {
  const run = await benchWithWord({ error: { code: -32603, message: "boom 503 overloaded" } });
  expect(run).toMatchObject({ outcome: "errored", attempts: 1 });
  expect(run.error).toMatch(/none of its model calls explains\. It said: .*boom 503 overloaded/);
});

test("an agent that says it was cancelled, though nobody did that, is graded like any other", async () => {
  const run = await benchWithWord({ result: { stopReason: "cancelled" } });
  expect(run).toMatchObject({
    outcome: "failed",
    attempts: 1,
    ended: "gave-up",
    expectations: [{ pass: false }],
  });
});

test("an agent that keeps trying a key which is refused is ended, and so is the run, long before its time is up", async () => {
  await using server = await startRawServer((_, response) => {
    response
      .writeHead(401, { "content-type": "application/json" })
      .end('{"error":{"message":"No such key"}}');
  });
  await using bench = await openBench();
  bench.put(
    "work/agent.mjs",
    `for (;;) {
  await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST",
    headers: { "content-type": "application/json", "x-api-key": process.env.ANTHROPIC_API_KEY },
    body: JSON.stringify({ model: process.env.X_MODEL, max_tokens: 50, messages: [{ role: "user", content: "hi" }] }) });
  await new Promise((resolve) => setTimeout(resolve, 300));
}`,
  );
  const started = performance.now();
  const { runs } = await bench.run({ timeout: 120 }, "acp:node agent.mjs", {
    ...{ model: "claude-sonnet-4-5", servers: { env: server.env } },
  });
  expect(runs[0]).toMatchObject({ outcome: "infrastructure", attempts: 1 });
  expect(runs[0]!.error).toMatch(/calls failed: .* refused with status 401: No such key\. Check the key of/);
  expect(performance.now() - started).toBeLessThan(60_000);
  // It may have worked for long before: what it did is kept.
  expect(runs[0]!.wire!.failed).toBeGreaterThanOrEqual(3);
  expect((await bench.transcript()).at(-1)).toMatchObject({ type: "end", ended: "infrastructure" });
}, 130_000);
