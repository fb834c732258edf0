import { afterAll, beforeAll, expect, test } from "vitest";
import { triedVersion } from "../../src/adapters/agent-cli.ts";
import type { RealAgent } from "./support/agents.ts";
import { type Fought, fight } from "./support/arena.ts";
import { follows, looksAround } from "./support/behaviours.ts";
import { filesWith, holds, keptOf } from "./support/key-search.ts";
import { costOf } from "./support/server-cost.ts";
import { it, timeout, write } from "./support/task.ts";

/** An agent does its work, is counted to the token, leaves nothing behind and never sees a key. */
export function completingTests(agent: RealAgent): void {
  let fought: Fought;
  beforeAll(async () => {
    fought = await fight(agent, follows(looksAround, write, "sh check.sh && echo fine"), { it });
  }, timeout);
  afterAll(() => fought?.[Symbol.asyncDispose]());

  test("reads, writes and runs a test in one conversation, and passes", { timeout }, () => {
    const { result, run, events } = fought;
    expect(run).toMatchObject({ outcome: "passed", ended: "done", attempts: 1 });
    expect(result).toMatchObject({ pass: true, model: agent.model });
    // One that npm does not have is tried as it is on the PATH.
    const { agentVersion } = result;
    expect(agentVersion).toBe(triedVersion(agent.cli) ?? agentVersion);
    const results = events.filter(({ type }) => type === "tool-result");
    expect(results.length).toBeGreaterThanOrEqual(3);
    expect(results.at(-1)).toMatchObject({ text: expect.stringContaining("fine") });
    expect(run.turns).toBeGreaterThanOrEqual(4);
  });

  test("its tokens are those that the server counted, to the token", { timeout }, () => {
    const { run, server, calls } = fought;
    const { billed } = server;
    expect(run.tokens).toEqual({ input: billed.input, output: billed.output });
    expect(billed.input).toBeGreaterThan(4_800);
    const booked = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
    for (const call of calls) {
      if (call.state !== "charged") throw new Error(`A call is ${call.state}.`);
      booked.input += call.usage.inputTokens;
      booked.output += call.usage.outputTokens;
      booked.cacheRead += call.usage.cacheReadTokens;
      booked.cacheWrite += call.usage.cacheWriteTokens;
      booked.reasoning += call.usage.reasoningTokens;
    }
    expect(booked).toEqual(billed);
    expect(run.turns).toBe(server.requests.length);
    expect(run.wire).toEqual({ calls: server.requests.length, retried: 0, failed: 0 });
    expect(run.cost).toBeCloseTo(costOf(agent, server.requests), 9);
  });

  test("nothing of it is alive", { timeout }, () => {
    expect(fought.wereAlive).toBeGreaterThan(0);
    expect(fought.alive()).toEqual([]);
  });

  test("the key reaches the provider, and nobody else", { timeout }, async () => {
    const { server, path, store, runId, run, transcript } = fought;
    expect(server.requests.length).toBeGreaterThan(3);
    expect(server.strangers()).toEqual([]);
    // What it could look at was looked at, told to its model, and is kept.
    expect(transcript).toContain("X_MARK=");
    expect(transcript).toMatch(/HOME=\S*home-/);
    expect(run.patch).toMatch(/^\+HOME=\S*home-/m);
    expect(holds(transcript, server.keys)).toBe(false);
    const told = JSON.stringify(server.requests.map(({ body }) => body));
    expect(told).toContain("X_MARK=");
    expect(holds(told, server.keys)).toBe(false);
    const kept = await keptOf(store, runId);
    expect(kept).toContain("X_MARK=");
    expect(holds(kept, server.keys)).toBe(false);
    await store.flush();
    // The bytes of the store as they are on disk.
    expect(await filesWith(path, server.keys)).toEqual([]);
  });
}
