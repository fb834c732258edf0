import type { RateAsk } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { createVirtualTime } from "../../test/support/virtual-time.ts";
import { SharedGate } from "./shared-gate.ts";

/** A gate whose questions are kept; `left` says how many calls are still granted. */
function setUp(left: number) {
  const time = createVirtualTime();
  const asks: RateAsk[] = [];
  const state = { left, isAway: false };
  const shares = {
    grantRates: async (_: string, ask: RateAsk) => {
      asks.push(ask);
      if (state.isAway) throw new Error("away");
      const granted = Math.min(ask.wanted, state.left);
      state.left -= granted;
      return { granted, waitMs: 5_000 };
    },
  };
  const gate = new SharedGate({
    provider: "acme",
    limits: { requestsPerMinute: 9 },
    shares,
    timer: time.timer,
  });
  const pass = (ms: number) => time.run(new Promise<void>((resolve) => time.timer.after(ms, resolve)));
  return { gate, asks, state, pass, time };
}

const never = new AbortController().signal;

test("calls that wait together are asked for together, and who does not wait is told that there is no place", async () => {
  const { gate, asks, time } = setUp(3);
  const first = gate.take();
  const others = [gate.take(), gate.take(), gate.take()];
  const permits = await time.run(Promise.all([first, ...others]));
  expect(permits.map((permit) => permit !== undefined)).toEqual([true, true, true, false]);
  expect(asks.map(({ wanted }) => wanted)).toEqual([1, 3]);
  gate.stop();
});

test("those that wait have their turn in order, before those that come later, until they give up", async () => {
  const { gate, state, pass } = setUp(0);
  const order: string[] = [];
  const stop = new AbortController();
  void gate.wait(never).then(() => order.push("a"));
  gate.wait(stop.signal).catch(() => order.push("b left"));
  void gate.wait(never).then(() => order.push("c"));
  expect(gate.take()).toBeUndefined();
  await pass(3_000);
  stop.abort();
  await pass(1);
  state.left = 1;
  await pass(2_000);
  state.left = 1;
  await pass(2_000);
  expect(order).toEqual(["b left", "a", "c"]);
  gate.stop();
});

test("what calls do is told: granted, sent, ended, and given back", async () => {
  const { gate, asks, pass, time } = setUp(9);
  const [one, two] = await time.run(Promise.all([gate.wait(never), gate.wait(never)]));
  one.sent();
  two.giveBack();
  await pass(400);
  expect(asks.at(-1)).toMatchObject({ held: 0, sent: 1, underWay: 1, endedTokens: 0, known: 0 });
  one.used(120);
  one.used(999);
  await pass(400);
  expect(asks.at(-1)).toMatchObject({ sent: 0, underWay: 0, endedTokens: 120, known: 1, largest: 120 });
  const count = asks.length;
  await pass(60_000);
  expect(asks).toHaveLength(count);
});

test("what could not be told is told again", async () => {
  const { gate, asks, state, pass, time } = setUp(9);
  const one = await time.run(gate.wait(never));
  one.sent();
  one.used(50);
  state.isAway = true;
  await pass(500);
  expect(asks.at(-1)).toMatchObject({ sent: 1, endedTokens: 50 });
  state.isAway = false;
  await pass(2_000);
  expect(asks.at(-1)).toMatchObject({ sent: 1, endedTokens: 50 });
  gate.stop();
});
