import { describe, expect, test } from "vitest";
import { createVirtualTime } from "../../test/support/virtual-time.ts";
import { RateGate } from "./rate-gate.ts";
import { RateWindow } from "./rate-window.ts";

function setUp(limits: ConstructorParameters<typeof RateWindow>[0]) {
  const time = { now: 0 };
  const window = new RateWindow(limits, { now: () => time.now, elapsed: () => time.now });
  const send = (tokens?: number) => {
    const permit = window.take();
    permit?.sent();
    if (tokens !== undefined) permit?.used(tokens);
    return permit !== undefined;
  };
  return { time, window, send };
}

test("so many requests in any 60 seconds", () => {
  const { time, window, send } = setUp({ requestsPerMinute: 2 });
  expect([send(), send(), send()]).toEqual([true, true, false]);
  time.now = 59_999;
  expect([send(), window.waitMs()]).toEqual([false, 1]);
  time.now = 60_000;
  expect([send(), send(), send()]).toEqual([true, true, false]);
});

test("a place that is held counts until its call has gone out, however late, and 60 seconds from then", () => {
  const { time, window, send } = setUp({ requestsPerMinute: 1 });
  const held = window.take()!;
  time.now = 100_000;
  expect(send()).toBe(false);
  held.sent();
  time.now = 159_999;
  expect(send()).toBe(false);
  time.now = 160_000;
  expect(send()).toBe(true);
});

test("a call that never went out gives its place back, once", () => {
  const { window, send } = setUp({ requestsPerMinute: 1 });
  const held = window.take()!;
  held.giveBack();
  held.giveBack();
  expect([send(), send()]).toEqual([true, false]);
});

test("tokens count as the largest of late until they are known", () => {
  const { time, window, send } = setUp({ tokensPerMinute: 1000 });
  // While nothing is known, one goes out alone.
  const first = window.take()!;
  first.sent();
  expect(send()).toBe(false);
  first.used(200);
  // Then one more may be under way than have ended.
  const [second, third] = [window.take()!, window.take()!];
  expect(send()).toBe(false);
  second.sent();
  third.sent();
  second.used(300);
  third.used(100);
  // 600 have been used; one that counts as 300 fits, a second does not.
  const fourth = window.take()!;
  expect(window.take()).toBeUndefined();
  fourth.sent();
  fourth.used(50);
  expect([send(250), send()]).toEqual([true, false]);
  expect(window.waitMs()).toBe(60_000);
  time.now = 60_000;
  expect(send(300)).toBe(true);
});

test("a call that is larger than the whole minute goes out alone", () => {
  const { time, send } = setUp({ tokensPerMinute: 100 });
  expect(send(5000)).toBe(true);
  expect(send()).toBe(false);
  time.now = 60_000;
  expect(send(5000)).toBe(true);
});

test("what a call used counts for 60 seconds after its end, however long it took", () => {
  const { time, window, send } = setUp({ tokensPerMinute: 1000 });
  send(10);
  const slow = window.take()!;
  slow.sent();
  time.now = 70_000;
  slow.used(1000);
  time.now = 129_999;
  expect([send(), window.waitMs()]).toEqual([false, 1]);
  time.now = 130_000;
  expect(send()).toBe(true);
});

test("a call whose end nobody tells does not hold the gate for ever", () => {
  const { time, window, send } = setUp({ tokensPerMinute: 1000 });
  window.take()!.sent();
  expect([send(), window.waitMs()]).toEqual([false, 60_000]);
  time.now = 60_000;
  expect([send(), window.waitMs()]).toEqual([false, 840_000]);
  time.now = 900_000;
  expect(send()).toBe(true);
});

test("a first call that takes long holds the others up for a minute at most", () => {
  const { time, window, send } = setUp({ tokensPerMinute: 100_000 });
  window.take()!.sent();
  expect([send(), window.waitMs()]).toEqual([false, 60_000]);
  time.now = 60_000;
  expect([send(10), send(10), send(10)]).toEqual([true, true, true]);
});

test.each([Number.NaN, -1, Number.POSITIVE_INFINITY])("%d tokens are no number of tokens", (tokens) => {
  const { send } = setUp({ tokensPerMinute: 1000 });
  send(100);
  send(tokens);
  expect([send(100), send(100)]).toEqual([true, true]);
});

describe("against a provider that counts tokens", () => {
  /**
   * Calls of uneven sizes as many at once as the gate lets out. The provider counts each at a moment between its
   * beginning and its end. Gives the most it ever counted within 60 seconds, and how much was used in all.
   */
  async function most(
    limit: number,
    sizes: (call: number) => number,
    { calls, counted, durationMs }: { calls: number; counted: number; durationMs: (call: number) => number },
  ) {
    const { clock, timer, run } = createVirtualTime();
    const gate = new RateGate({ tokensPerMinute: limit }, clock, timer);
    const seen: { at: number; tokens: number }[] = [];
    const after = (ms: number) => new Promise<void>((resolve) => timer.after(ms, resolve));
    const never = new AbortController().signal;
    await run(
      Promise.all(
        Array.from({ length: calls }, async (_, call) => {
          const permit = gate.take() ?? (await gate.wait(never));
          permit.sent();
          const [tokens, ms] = [sizes(call), durationMs(call)];
          await after(ms * counted);
          seen.push({ at: clock.elapsed(), tokens });
          await after(ms * (1 - counted));
          permit.used(tokens);
        }),
      ),
    );
    const within = ({ at }: { at: number }) =>
      seen.reduce((sum, each) => sum + (each.at > at - 60_000 && each.at <= at ? each.tokens : 0), 0);
    return { most: Math.max(...seen.map(within)), minutes: clock.elapsed() / 60_000 };
  }

  const [small, large] = [100, 10_000];
  const alternating = (call: number) => (call % 2 === 0 ? small : large);
  const durations = { calls: 200, durationMs: (call: number) => 500 + 700 * (call % 5) };

  test.each([0, 0.5, 1])("that alternate, counted after %d of their time", async (counted) => {
    for (const limit of [12_000, 25_000, 60_000, 200_000]) {
      const found = await most(limit, alternating, { ...durations, counted });
      expect(found.most, `${limit} a minute`).toBeLessThanOrEqual(limit + large);
      // And the limit is used: not less than a third of it.
      expect((durations.calls * (small + large)) / 2 / found.minutes).toBeGreaterThan(limit / 3);
    }
  });

  test("that take the longer the larger they are", async () => {
    const slow = { calls: 200, durationMs: (call: number) => (call % 2 === 0 ? 500 : 20_000) };
    for (const counted of [0, 1]) {
      const found = await most(100_000, alternating, { ...slow, counted });
      expect(found.most).toBeLessThanOrEqual(100_000);
    }
  });

  test("where room for the largest is a small part of the limit, it is never passed", async () => {
    for (const counted of [0, 1]) {
      const found = await most(100_000, alternating, { ...durations, counted });
      expect(found.most).toBeLessThanOrEqual(100_000);
    }
  });

  test("of one size: the limit is kept, and used", async () => {
    const found = await most(50_000, () => 1000, { calls: 300, counted: 0, durationMs: () => 2000 });
    expect(found.most).toBeLessThanOrEqual(50_000);
    expect(found.most).toBeGreaterThan(45_000);
  });
});
