import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { contains } from "./contains.ts";
import { custom } from "./custom.ts";
import { named } from "./named.ts";
import { defaultScorerTimeoutMs } from "./run-scorer.ts";
import { runScorers } from "./run-scorers.ts";
import type { Scorer } from "./scorer.ts";

const args = { output: "a plain answer", input: "a question" };
const fine = contains("plain");

test("every scorer has its say, in order", async () => {
  const half = custom("half", () => ({ score: 0.5, passed: false, reason: "so so", costUsd: 0.01 }));
  const results = await runScorers([half, fine], args);
  expect(results).toEqual({
    outcomes: [
      { name: "half", ok: true, score: 0.5, passed: false, reason: "so so", costUsd: 0.01 },
      { name: 'contains("plain")', ok: true, score: 1, passed: true },
    ],
    scores: { half: 0.5, 'contains("plain")': 1 },
    errors: {},
    passed: false,
  });
});

describe("a scorer that breaks loses its own score and nothing else", () => {
  const hostile = Object.defineProperty({}, "score", {
    get() {
      throw new Error("trap");
    },
  });
  test.each([
    [1 + 2 ** -52, 1],
    [-1e-17, 0],
  ])("a score of %d, as fractions come to, is %d", async (score, meant) => {
    const scorer = custom("own", () => ({ score, passed: true }));
    expect(await runScorers([scorer], { output: "", input: "" })).toMatchObject({
      ...{ scores: { own: meant }, errors: {} },
    });
  });

  test.each<[string, () => unknown, RegExp]>([
    ["throws", () => throwing(new Error("no dictionary")), /no dictionary/],
    ["throws something odd", () => throwing(Object.create(null)), /cannot be shown/],
    ["rejects", () => Promise.reject(new Error("no network")), /no network/],
    ["gives NaN", () => ({ score: Number.NaN, passed: true }), /NaN.*not from 0 to 1/],
    ["gives more than 1", () => ({ score: 1.01, passed: true }), /1\.01/],
    ["gives less than 0", () => ({ score: -0.1, passed: true }), /-0\.1/],
    ["gives a text", () => ({ score: "1", passed: true }), /no score/],
    ["gives a plain NaN", () => Number.NaN, /no score but NaN\./],
    ["gives a plain infinity", () => Number.NEGATIVE_INFINITY, /no score but -Infinity\./],
    ["gives a plain text", () => "good", /no score but "good"\./],
    ["gives nothing", () => undefined, /no score but undefined/],
    ["gives null", () => null, /no score but null/],
    ["gives no verdict", () => ({ score: 1 }), /passed/],
    ["gives a trap", () => hostile, /trap/],
  ])("%s", async (_, score, reason) => {
    const broken = { name: "broken", score } as unknown as Scorer;
    const { outcomes, scores, errors, passed } = await runScorers([broken, fine], args);
    expect(outcomes[0]).toMatchObject({ ok: false, aborted: false });
    expect(errors.broken).toMatch(reason);
    expect(scores).toEqual({ 'contains("plain")': 1 });
    expect(passed).toBe(true);
  });
});

test("with no score at all nothing has passed", async () => {
  const broken = custom("broken", () => throwing(new Error("x")));
  expect((await runScorers([broken], args)).passed).toBe(false);
  expect((await runScorers([], args)).passed).toBe(false);
});

test("a cost that is no amount is left out", async () => {
  const odd = custom("odd", () => ({ score: 1, passed: true, costUsd: Number.NaN }));
  expect((await runScorers([odd], args)).outcomes[0]).toEqual({
    name: "odd",
    ok: true,
    score: 1,
    passed: true,
  });
});

test("a scorer that hangs is given up after its time, and told", async () => {
  let told: unknown;
  const hangs: Scorer = {
    name: "hangs",
    timeoutMs: 20,
    score: ({ signal }) =>
      new Promise(() => signal?.addEventListener("abort", () => (told = (signal.reason as Error).message))),
  };
  const { errors, scores } = await runScorers([hangs, fine], args, { timeoutMs: 60_000 });
  expect(errors.hangs).toBe("It took longer than 0.02 s.");
  expect(told).toBe(errors.hangs);
  expect(Object.keys(scores)).toHaveLength(1);
});

test("the time of a run holds for scorers without their own, two minutes for all others", async () => {
  const hangs = custom("hangs", () => new Promise<never>(() => {}));
  expect((await runScorers([hangs], args, { timeoutMs: 20 })).errors.hangs).toMatch(/0\.02 s/);
  vi.useFakeTimers();
  try {
    const pending = runScorers([hangs], args);
    await vi.advanceTimersByTimeAsync(defaultScorerTimeoutMs);
    expect((await pending).errors.hangs).toMatch(/120 s/);
  } finally {
    vi.useRealTimers();
  }
});

test("what a scorer does after its time is over harms nobody", async () => {
  const late = custom("late", async () => {
    await wait(30);
    throw new Error("too late");
  });
  const { errors } = await runScorers([late], args, { timeoutMs: 5 });
  expect(errors.late).toMatch(/longer/);
  await wait(60);
});

test("a stop reaches the scorer that runs, and the ones behind it are not run", async () => {
  const stop = new AbortController();
  const behind = vi.fn(() => true);
  const seen: { context?: boolean | undefined } = {};
  const runs = custom("runs", ({ context }) => {
    stop.abort();
    seen.context = context?.signal?.aborted;
    return new Promise<never>(() => {});
  });
  const { outcomes } = await runScorers([runs, custom("behind", behind)], {
    ...args,
    signal: stop.signal,
    context: { signal: stop.signal },
  });
  expect(outcomes).toMatchObject([
    { ok: false, aborted: true },
    { ok: false, aborted: true },
  ]);
  expect(seen.context).toBe(true);
  expect(behind).not.toHaveBeenCalled();
});

test("nothing listens to a signal any more once the scorers have ended", async () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, "addEventListener");
  const removed = vi.spyOn(signal, "removeEventListener");
  await runScorers([fine], { ...args, signal });
  expect(added).toHaveBeenCalledTimes(1);
  expect(removed.mock.calls[0]?.[1]).toBe(added.mock.calls[0]?.[1]);
});

describe("before anything runs", () => {
  const score = vi.fn(() => ({ score: 1, passed: true }));
  test.each<[string, unknown[], string, RegExp]>([
    [
      "two of one name",
      [
        { name: "a", score },
        { name: "a", score },
      ],
      "duplicate-scorer",
      /named a/,
    ],
    ["no name", [{ name: "a", score }, { score }], "invalid-scorer", /position 1/],
    ["no function", [{ name: "a", score }, { name: "b" }], "invalid-scorer", /scorer b/],
    ["nothing", [{ name: "a", score }, undefined], "invalid-scorer", /position 1/],
    ["no time", [{ name: "a", score, timeoutMs: 0 }], "invalid-scorer", /timeoutMs is 0/],
  ])("%s is refused", async (_, scorers, code, message) => {
    const running = runScorers(scorers as Scorer[], args);
    await expect(running).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    expect(score).not.toHaveBeenCalled();
  });

  test("another name solves it", async () => {
    const { scores } = await runScorers([fine, named("again", fine)], args);
    expect(scores).toEqual({ 'contains("plain")': 1, again: 1 });
  });
});

test("names that mean something to the language are names like others", async () => {
  const { scores } = await runScorers([custom("__proto__", () => 0.5)], args);
  expect(Object.keys(scores)).toEqual(["__proto__"]);
});

function throwing(error: unknown): never {
  throw error;
}
