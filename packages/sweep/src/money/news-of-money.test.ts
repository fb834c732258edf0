import { expect, test } from "vitest";
import { NewsOfMoney } from "./news-of-money.ts";

/** A timer that only notes what is set. */
function setUp(random = 1) {
  const pauses: number[] = [];
  const set = new Set<() => void>();
  const timer = {
    after(ms: number, callback: () => void) {
      pauses.push(ms);
      set.add(callback);
      return () => void set.delete(callback);
    },
  };
  return { news: new NewsOfMoney(timer, () => random), pauses, set };
}

test("what is booked here is news to all who wait, at once", async () => {
  const { news, set } = setUp();
  const waiting = [news.next(1, undefined), news.next(1, undefined)];
  expect(news.awaited).toBe(true);
  news.tell();
  await Promise.all(waiting);
  expect([news.awaited, set.size]).toEqual([false, 0]);
});

test("else it is looked again after a pause that grows up to half a second", async () => {
  const { news, pauses, set } = setUp();
  for (const looks of [1, 2, 3, 6, 60]) {
    const waiting = news.next(looks, undefined);
    for (const elapse of [...set]) elapse();
    await waiting;
  }
  expect(pauses).toEqual([20, 40, 80, 500, 500]);
});

test.each([
  [0, [10, 20, 250]],
  [0.5, [15, 30, 375]],
])("a pause is between half of that and all of it, by chance: %d", (random, expected) => {
  const { news, pauses } = setUp(random);
  for (const looks of [1, 2, 60]) void news.next(looks, undefined);
  expect(pauses).toEqual(expected);
});

test("a signal ends the wait and leaves nothing behind", async () => {
  const { news, set } = setUp();
  const stop = new AbortController();
  const waiting = news.next(1, stop.signal);
  stop.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  await expect(news.next(1, stop.signal)).rejects.toThrow("enough");
  expect([news.awaited, set.size]).toEqual([false, 0]);
});
