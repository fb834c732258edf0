import { join } from "node:path";
import { expect, test } from "vitest";
import type { TranscriptEvent } from "../../src/transcript/transcript-event.ts";
import { startRawServer } from "../gateway/support/raw-server.ts";
import { openBench } from "./support.ts";

/** The one end that a transcript tells, which is its last event. */
function endOf(events: readonly TranscriptEvent[]): TranscriptEvent {
  expect(events.filter(({ type }) => type === "end")).toEqual([events.at(-1)]);
  return events.at(-1)!;
}

test("a transcript ends as its case did, though the agent thought that it was done", async () => {
  await using bench = await openBench();
  const turn = (usd: number) => ({ usage: { inputTokens: usd * 1e6, outputTokens: 0 } });
  const turns = [
    { toolCalls: [{ toolName: "shell", args: { command: "touch done.txt" } }], ...turn(0.01) },
    { text: "Done.", ...turn(0.1) },
  ];
  bench.put("x.script.json", JSON.stringify({ price: { input: 1, output: 0 }, turns }));
  const result = await bench.run({ budget: 0.05 }, `x@scripted:${join(bench.path, "x.script.json")}`);
  expect(result.outcome).toBe("over-budget");
  expect(endOf(await bench.transcript())).toMatchObject({
    ...{ ended: "over-budget", detail: "It spent $0.11, and its budget is $0.05." },
  });
});

test("a transcript of an agent without a log ends behind what the wire told", async () => {
  await using server = await startRawServer((_, response) => {
    response.writeHead(503, { "content-type": "application/json" }).end('{"error":{"message":"busy"}}');
  });
  await using bench = await openBench();
  const line = `curl -s "$OPENAI_BASE_URL/chat/completions" -H 'content-type: application/json' -d '{"model":"gpt-4o","messages":[]}'; exit 3`;
  const result = await bench.run({}, `command:${line}`, {
    ...{ model: "gpt-4o", servers: { env: server.env }, limits: { maxAttempts: 1 } },
  });
  expect(result.outcome).toBe("infrastructure");
  const events = await bench.transcript();
  expect(endOf(events)).toMatchObject({ ended: "infrastructure", detail: expect.stringContaining("busy") });
  expect(events.some((event) => event.type === "notice" && event.text.includes("busy"))).toBe(true);
});
