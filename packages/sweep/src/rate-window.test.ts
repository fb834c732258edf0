import { expect, test } from "vitest";
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

test("tokens count with the mean of the calls before until they are known", () => {
  const { time, window, send } = setUp({ tokensPerMinute: 1000 });
  // The first is taken for the whole minute; it turns out to be small.
  const first = window.take()!;
  first.sent();
  expect(send()).toBe(false);
  first.used(300);
  expect([send(300), send(300), send(300)]).toEqual([true, true, false]);
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

test("usage that becomes known after the minute is over changes nothing", () => {
  const { time, window, send } = setUp({ tokensPerMinute: 1000 });
  const slow = window.take()!;
  slow.sent();
  time.now = 70_000;
  expect(send(10)).toBe(true);
  slow.used(10);
  expect(window.waitMs()).toBe(0);
});
