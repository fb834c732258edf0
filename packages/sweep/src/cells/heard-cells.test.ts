import fc from "fast-check";
import { expect, test } from "vitest";
import { HeardCells } from "./heard-cells.ts";

function setUp(concurrency: number) {
  const log: string[] = [];
  const slots = { running: 0 };
  const heard = new HeardCells(slots, concurrency);
  const start = (name: string) => {
    const attempt = { name, unheard: undefined };
    slots.running += 1;
    heard.started(attempt, () => log.push(`${name} started`));
    return attempt;
  };
  const endWork = () => {
    heard.ending();
    slots.running -= 1;
  };
  return { log, slots, heard, start, endWork };
}

test("the start of the next one is told after the end of the one whose slot it has", () => {
  const { log, heard, start, endWork } = setUp(1);
  const one = start("one");
  expect(log).toEqual(["one started"]);
  endWork();
  const two = start("two");
  heard.meanwhile(two, () => log.push("two spent"));
  expect(log).toEqual(["one started"]);
  heard.ended(one, () => log.push("one ended"), true);
  expect(log).toEqual(["one started", "one ended", "two started", "two spent"]);
  heard.meanwhile(two, () => log.push("two spent more"));
  expect(log.at(-1)).toBe("two spent more");
});

test("what starts in a slot that was free is heard at once", () => {
  const { log, start, endWork } = setUp(3);
  start("one");
  endWork();
  start("two");
  start("three");
  expect(log).toEqual(["one started", "two started", "three started"]);
});

test("one whose end is told before those of earlier ones is heard to start before", () => {
  const { log, heard, start, endWork } = setUp(1);
  start("one");
  endWork();
  const two = start("two");
  endWork();
  heard.ended(two, () => log.push("two ended"), true);
  expect(log).toEqual(["one started", "two started", "two ended"]);
});

test("of one that ends without a slot nothing is heard until there is room for it", () => {
  const { log, heard, start, slots } = setUp(1);
  const one = start("one");
  const two = { name: "two", unheard: undefined };
  heard.readying(two);
  heard.meanwhile(two, () => log.push("two spent"));
  heard.endedUnheard(
    two,
    () => log.push("two started"),
    () => log.push("two ended"),
  );
  expect(log).toEqual(["one started"]);
  slots.running -= 1;
  heard.ended(one, () => log.push("one ended"), false);
  expect(log).toEqual(["one started", "one ended", "two started", "two spent", "two ended"]);
});

test("of one that was only made ready nothing is told", () => {
  const { log, heard, start } = setUp(2);
  const two = { name: "two", unheard: undefined };
  heard.readying(two);
  heard.meanwhile(two, () => log.push("two spent"));
  heard.forget(two);
  start("one");
  heard.serve();
  expect(log).toEqual(["one started"]);
});

test("where nobody listens everything is told at once", () => {
  const log: string[] = [];
  const heard = new HeardCells({ running: 1 }, 1, false);
  const [one, two, three] = [{ unheard: undefined }, { unheard: undefined }, { unheard: undefined }];
  heard.started(one, () => log.push("one started"));
  heard.ending();
  heard.readying(two);
  heard.meanwhile(two, () => log.push("two spent"));
  heard.started(two, () => log.push("two started"));
  heard.ended(one, () => log.push("one ended"), true);
  heard.endedUnheard(
    three,
    () => log.push("three started"),
    () => log.push("three ended"),
  );
  expect(log).toEqual(["one started", "two spent", "two started", "one ended", "three ended"]);
});

test("never more are heard at once than may run, in the right order, and all in the end", async () => {
  const schedules = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), schedules, async (concurrency, delays) => {
      const slots = { running: 0 };
      const heard = new HeardCells(slots, concurrency);
      const turns = async (count: number) => {
        for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
      };
      const starts = new Map<object, number>();
      let running = 0;
      let most = 0;
      let done = 0;
      // Ends become durable in the order in which they were asked for, as they do in a store.
      let durable: Promise<void> = Promise.resolve();
      const queue = delays.map((delay, at) => ({
        delay,
        telling: delays[delays.length - 1 - at]!,
        unheard: undefined,
      }));
      const next = async (): Promise<void> => {
        const cell = queue.shift();
        if (!cell) return;
        slots.running += 1;
        heard.started(cell, () => {
          starts.set(cell, (starts.get(cell) ?? 0) + 1);
          running += 1;
          most = Math.max(most, running);
        });
        await turns(cell.delay);
        heard.ending();
        slots.running -= 1;
        durable = durable.then(() => turns(cell.telling));
        const written = durable;
        const after = next();
        await written;
        const tellEnd = () => {
          expect(starts.get(cell)).toBe(1);
          running -= 1;
        };
        heard.ended(cell, tellEnd, true);
        done += 1;
        await after;
      };
      await Promise.all(Array.from({ length: concurrency }, next));
      expect(done).toBe(delays.length);
      expect(running).toBe(0);
      expect(most).toBeLessThanOrEqual(concurrency);
    }),
  );
});
