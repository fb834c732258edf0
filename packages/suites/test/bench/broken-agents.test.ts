import { noUsage } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import type { Agent } from "../../src/agent/agent.ts";
import type { AgentJob } from "../../src/agent/agent-job.ts";
import { bookReported } from "../../src/agent/book-reported.ts";
import { createNoopAgent } from "../../src/agent/noop-agent.ts";
import { openBench } from "./support.ts";

/** Spends and says something, and then ends as no agent should. */
function agentThat(end: (job: AgentJob) => Promise<never>): Agent {
  return {
    ...createNoopAgent(),
    async run(job) {
      job.onEvent({ type: "message", role: "assistant", text: "I have begun.", atMs: 1, turn: 1 });
      const call = { modelId: "acme/one", agent: "own", startedAt: new Date(), durationMs: 1 };
      await bookReported(job.account, { usage: { ...noUsage, inputTokens: 10 }, costUsd: 0.25 }, call);
      return end(job);
    },
  };
}

const whenStopped = ({ signal }: AgentJob) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

test.each<[string, (job: AgentJob) => Promise<never>, object]>([
  [
    "throws",
    async () => {
      throw new Error("it broke");
    },
    { outcome: "infrastructure", ended: "infrastructure", error: "it broke" },
  ],
  ["rejects when its time is up", whenStopped, { outcome: "timed-out", ended: "timed-out" }],
  [
    "rejects when its money is spent",
    async ({ account }) => {
      for (;;)
        (await account.open({ modelId: "acme/one", worstCaseUsd: 1 })).settle({
          ...{ status: "complete", finishReason: "stop", modelId: "acme/one", usage: noUsage },
          ...{ usageKnown: "reported", costUsd: 0.5, costBasis: "provider", streamed: false },
          ...{ startedAt: new Date(0).toISOString(), latencyMs: 1 },
        });
    },
    { outcome: "over-budget", ended: "over-budget", cost: 1.25 },
  ],
])("what an agent that %s has done is kept, with what it cost", async (_, end, expected) => {
  await using bench = await openBench();
  const { runs } = await bench.run({ timeout: 1 }, "noop", {
    agents: [{ name: "agent", agent: agentThat(end) }],
    limits: { maxAttempts: 1 },
  });
  expect(runs[0]).toMatchObject({ cost: 0.25, attempts: 1, ...expected });
  const events = await bench.transcript();
  expect(events[0]).toMatchObject({ type: "message", text: "I have begun." });
  expect(events.at(-1)).toMatchObject({ type: "end", ended: runs[0]!.ended });
});
