import fc from "fast-check";
import { expect, test } from "vitest";
import { UntoldEnds } from "./untold-ends.ts";

test("whoever takes the slot of an attempt starts when its end is told", async () => {
  const slots = { running: 1 };
  const ends = new UntoldEnds(slots, 1);
  expect(ends.wait()).toBeUndefined();
  // Its work is done, and the next one has its slot at once.
  ends.add();
  const log: string[] = [];
  const next = ends.wait()!.then(() => log.push("started"));
  log.push("told");
  ends.told();
  await next;
  expect(log).toEqual(["told", "started"]);
  expect(ends.wait()).toBeUndefined();
});

test("a slot that was free needs no end to be told", () => {
  const ends = new UntoldEnds({ running: 2 }, 3);
  ends.add();
  expect(ends.wait()).toBeUndefined();
});

test("never more at once than allowed, and nobody waits for ever", async () => {
  const schedules = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), schedules, async (concurrency, delays) => {
      const slots = { running: 0 };
      const ends = new UntoldEnds(slots, concurrency);
      const turns = async (count: number) => {
        for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
      };
      let heard = 0;
      let most = 0;
      let done = 0;
      const queue = delays.map((delay, at) => ({ delay, telling: delays[delays.length - 1 - at]! }));
      const next = async (): Promise<void> => {
        const cell = queue.shift();
        if (!cell) return;
        slots.running += 1;
        const told = ends.wait();
        if (told) await told;
        heard += 1;
        most = Math.max(most, heard);
        await turns(cell.delay);
        ends.add();
        slots.running -= 1;
        const after = next();
        await turns(cell.telling);
        heard -= 1;
        ends.told();
        done += 1;
        await after;
      };
      await Promise.all(Array.from({ length: concurrency }, next));
      expect(done).toBe(delays.length);
      expect(most).toBeLessThanOrEqual(concurrency);
    }),
  );
});
