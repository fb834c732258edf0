import { expect, test } from "vitest";
import { StoreLife } from "./store-life.ts";

test("what is being prepared is done before the flush, also what comes meanwhile", async () => {
  const life = new StoreLife();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  void life.whenPrepared(first.promise.then(() => done.push("first")));
  const settled = life.settle(async () => void done.push("flushed"));
  void life.whenPrepared(second.promise.then(() => done.push("second")));
  first.resolve();
  await new Promise(setImmediate);
  expect(done).toEqual(["first"]);
  second.resolve();
  await settled;
  expect(done).toEqual(["first", "second", "flushed"]);
});

test("preparing that fails is told to who waits for it, not to who settles", async () => {
  const life = new StoreLife();
  const failing = life.whenPrepared(Promise.reject(new Error("full")));
  await expect(failing).rejects.toThrow("full");
  await life.settle(async () => {});
});

test("the first error that nobody heard of is told once", async () => {
  const life = new StoreLife();
  life.unheard(new Error("first"));
  life.unheard(new Error("second"));
  await expect(life.settle(async () => {})).rejects.toThrow("first");
  await life.settle(async () => {});
});

test("it closes once, and refuses from then on", async () => {
  const life = new StoreLife();
  let ends = 0;
  const end = async () => {
    ends += 1;
  };
  life.refuseClosed();
  expect(life.isClosed).toBe(false);
  await Promise.all([life.close(end), life.close(end)]);
  expect([ends, life.isClosed]).toEqual([1, true]);
  expect(() => life.refuseClosed()).toThrow(/closed/);
});
