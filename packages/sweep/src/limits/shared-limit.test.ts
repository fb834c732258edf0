import type { SlotAsk, SlotShare } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { createVirtualTime } from "../../test/support/virtual-time.ts";
import { SharedLimit } from "./shared-limit.ts";

/** A limit whose questions are kept and answered as `answer` says. */
function setUp(
  answer: (ask: SlotAsk) => SlotShare | Error,
  concurrency: number | { start: number; max: number } = 8,
) {
  const time = createVirtualTime();
  const asks: SlotAsk[] = [];
  let more = 0;
  const shares = {
    leaseMs: 10_000,
    shareSlots: async (_: string, ask: SlotAsk) => {
      asks.push(ask);
      const share = answer(ask);
      if (share instanceof Error) throw share;
      return share;
    },
  };
  const parts = { provider: "acme", concurrency, shares, clock: time.clock, timer: time.timer };
  const onMore = () => {
    more += 1;
  };
  const limit = new SharedLimit({ ...parts, onMore });
  const pass = (ms: number) => time.run(new Promise<void>((resolve) => time.timer.after(ms, resolve)));
  return { limit, asks, pass, more: () => more };
}

test("nothing may run before it was asked for, and what is wanted is asked for at once", async () => {
  const { limit, asks, pass, more } = setUp(({ wanted }) => ({
    cells: Math.min(wanted, 3),
    limit: 8,
    cuts: 0,
  }));
  expect(limit.value).toBe(0);
  limit.demanded(0, 5);
  await pass(1);
  expect(asks).toMatchObject([{ using: 0, wanted: 5, max: 8, start: null }]);
  expect([limit.value, more()]).toEqual([3, 1]);
  limit.stop();
});

test("without an answer for the length of its lease it starts no more", async () => {
  let isAway = false;
  const { limit, pass } = setUp(() => (isAway ? new Error("away") : { cells: 4, limit: 8, cuts: 0 }));
  limit.demanded(0, 4);
  await pass(1);
  expect(limit.value).toBe(4);
  isAway = true;
  await pass(9_000);
  expect(limit.value).toBe(4);
  await pass(2_000);
  expect(limit.value).toBe(0);
  isAway = false;
  await pass(2_000);
  expect(limit.value).toBe(4);
  limit.stop();
});

test("what is no longer wanted is told once, and then nothing more is asked", async () => {
  const { limit, asks, pass } = setUp(({ wanted }) => ({ cells: wanted, limit: 8, cuts: 0 }));
  limit.demanded(1, 1);
  await pass(600);
  limit.demanded(0, 0);
  await pass(5_000);
  expect(asks.at(-1)).toMatchObject({ using: 0, wanted: 0 });
  const count = asks.length;
  await pass(60_000);
  expect(asks).toHaveLength(count);
});

test("a call that was turned away lowers it here at once, and is told; one that went out before is not", async () => {
  let cuts = 0;
  const { limit, asks, pass } = setUp(
    ({ cut }) => {
      if (cut === cuts) cuts += 1;
      return { cells: cuts === 0 ? 10 : 7, limit: 10, cuts };
    },
    { start: 10, max: 20 },
  );
  limit.demanded(10, 20);
  await pass(1);
  expect([limit.value, limit.cuts]).toEqual([10, 0]);
  expect(limit.throttled(0)).toBe(true);
  expect(limit.value).toBe(7);
  expect(limit.throttled(0)).toBe(false);
  await pass(1);
  expect(asks.map(({ cut }) => cut)).toEqual([null, 0]);
  expect(limit.cuts).toBe(1);
  limit.stop();
});

test("a limit that stays where it is knows no cuts", () => {
  const { limit } = setUp(() => ({ cells: 1, limit: 1, cuts: 0 }), 5);
  expect(limit.throttled(0)).toBe(false);
  limit.stop();
});

test("a call that is turned away while a question is under way that fails is told with the next one", async () => {
  let turnAway = () => {};
  const { limit, asks, pass } = setUp(
    () => {
      turnAway();
      return asks.length === 2 ? new Error("away") : { cells: 10, limit: 10, cuts: 0 };
    },
    { start: 10, max: 20 },
  );
  limit.demanded(10, 20);
  await pass(1);
  turnAway = () => {
    turnAway = () => {};
    limit.throttled(0);
  };
  await pass(5_000);
  expect(asks.slice(0, 3).map(({ cut }) => cut)).toEqual([null, null, 0]);
  limit.stop();
});
