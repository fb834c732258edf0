import { expect, test } from "vitest";
import type { RealAgent } from "./support/agents.ts";
import { type Fought, fight } from "./support/arena.ts";
import * as model from "./support/behaviours.ts";
import { it, timeout, write } from "./support/task.ts";

const twice = { backoffBaseMs: 1, maxAttempts: 2 };

/** What is the provider's, the agent's and the clock's is told apart, and nothing outlives it. */
export function troubleTests(agent: RealAgent): void {
  const { startsWithin } = agent;
  const short = { ...it, timeout: startsWithin };

  test("too many requests, twice", { timeout }, async () => {
    const behave = model.first(2, model.refuses(429, "rate_limit_exceeded"), model.follows(write));
    await using fought = await fight(agent, behave, { it });
    const { run, server } = fought;
    expect(run).toMatchObject({ outcome: "passed" });
    expect(run.tokens).toEqual({ input: server.billed.input, output: server.billed.output });
  });

  test("an outage is not the agent's, and is tried again", { timeout }, async () => {
    await using fought = await fight(agent, model.refuses(500, "server_error"), { it: short, limits: twice });
    expect(fought.run).toMatchObject({ outcome: "infrastructure", attempts: 2 });
    const { ended, areAll } = endedCalls(fought);
    expect(ended.filter(({ costUsd }) => costUsd !== 0)).toEqual([]);
    if (areAll) expect(fought.run.cost).toBe(0);
    expect(fought.run.error).toContain("500");
    expect(fought.alive()).toEqual([]);
  });

  test("an account without money is not the agent's, and trying again is no use", { timeout }, async () => {
    const behave = model.refuses(402, "payment_required");
    await using fought = await fight(agent, behave, { it: short, limits: twice });
    expect(fought.run).toMatchObject({ outcome: "infrastructure", attempts: 1, cost: 0 });
    expect(fought.run.error).toContain("402");
  });

  test("a command that hangs is killed with everything around it when the time is up", {
    timeout,
  }, async () => {
    const hang = `${write}; tail -f /dev/null`;
    await using fought = await fight(agent, model.follows(...Array.from({ length: 99 }, () => hang)), {
      it: short,
    });
    const { run } = fought;
    expect(run).toMatchObject({ outcome: "timed-out", ended: "timed-out", attempts: 1 });
    // It got as far as the command, and what it left is graded for information.
    expect(run.expectations).toMatchObject([{ pass: true }, { pass: true }]);
    expectBilled(fought);
    expect(fought.alive()).toEqual([]);
  });

  test.each([
    ["an answer that is none", model.babbles()],
    ["a stream without an end", model.breaksOff("short")],
    ["a connection that breaks", model.breaksOff("cut")],
  ])("%s, once", { timeout }, async (_, behave) => {
    await using fought = await fight(agent, model.first(1, behave, model.follows(write)), { it });
    const { run, server, calls } = fought;
    expect(run).toMatchObject({ outcome: "passed" });
    // What broke off is estimated, and never taken for nothing; a page that came in place of a whole answer is.
    const booked = calls.filter(
      (call) =>
        call.state === "charged" &&
        (call.usage.inputTokens > 0 || errorCode(call.details.error) === "upstream-garbage"),
    );
    expect(booked.length).toBe(server.requests.length);
  });

  test("answers that are none, for ever, are an outage", { timeout }, async () => {
    await using fought = await fight(agent, model.babbles(), {
      it: short,
      limits: { ...twice, maxAttempts: 1 },
    });
    expect(fought.run).toMatchObject({ outcome: "infrastructure" });
  });

  test("an agent that dies in the middle has failed, and is not tried again", { timeout }, async () => {
    await using fought = await fight(agent, model.follows(write, "sh crash.sh"), { it });
    const { run } = fought;
    expect(run).toMatchObject({ outcome: "errored", ended: "crashed", pass: false, attempts: 1 });
    expect(run.expectations).toMatchObject([{ pass: true }, { pass: true }]);
    expectBilled(fought);
    expect(fought.alive()).toEqual([]);
  });
}

type ChargedCall = Extract<Fought["calls"][number], { state: "charged" }>;

/**
 * Calls that came to their end, and whether those are all: an agent may ask for something beside its work, such as a
 * title, and be ended before that was answered.
 */
function endedCalls({ calls }: Fought): { ended: ChargedCall[]; areAll: boolean } {
  const ended = calls.filter(
    (call): call is ChargedCall => call.state === "charged" && call.details.status !== "aborted",
  );
  return { ended, areAll: ended.length === calls.length };
}

/** What was billed is booked, exactly; of a call that was cut off what it may have cost, which is never nothing. */
function expectBilled(fought: Fought): void {
  const { run, server } = fought;
  const { ended, areAll } = endedCalls(fought);
  if (areAll) {
    expect(run.tokens).toEqual({ input: server.billed.input, output: server.billed.output });
    return;
  }
  // No two bills are alike, so one that is booked twice or made up shows.
  const bills = server.requests.flatMap(({ billed }) => (billed ? [billText(billed)] : []));
  const booked = ended.map(({ usage }) => billText({ input: usage.inputTokens, output: usage.outputTokens }));
  expect(bills).toEqual(expect.arrayContaining(booked));
  expect(new Set(booked).size).toBe(booked.length);
  const endedInput = ended.reduce((sum, { usage }) => sum + usage.inputTokens, 0);
  expect(run.tokens!.input).toBeGreaterThan(endedInput);
}

function billText({ input, output }: { input: number; output: number }): string {
  return `${input} in, ${output} out`;
}

function errorCode(error: unknown): unknown {
  return (error as { code?: unknown } | null | undefined)?.code;
}
