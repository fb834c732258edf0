import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { type InterruptSignal, interruptible } from "./interrupts.ts";

test.each(["SIGINT", "SIGTERM"] satisfies InterruptSignal[])(
  "%s drains, then cuts off, also when nobody can be told any more",
  (name) => {
    const source = new EventEmitter();
    const { drain, signal } = interruptible(source, {
      say() {
        throw Object.assign(new Error("write EIO"), { code: "EIO" });
      },
    });
    source.emit(name);
    expect([drain.aborted, signal.aborted]).toEqual([true, false]);
    source.emit(name);
    expect(signal.aborted).toBe(true);
    expect(source.listenerCount(name)).toBe(0);
  },
);

test("a terminal that is closed drains, however often that is told; an interrupt still cuts off", () => {
  const source = new EventEmitter();
  const { drain, signal } = interruptible(source, { say() {} });
  for (let time = 0; time < 3; time++) source.emit("SIGHUP");
  expect([drain.aborted, signal.aborted]).toEqual([true, false]);
  source.emit("SIGTERM");
  expect(signal.aborted).toBe(true);
  expect(["SIGINT", "SIGTERM", "SIGHUP"].map((name) => source.listenerCount(name))).toEqual([0, 0, 0]);
});
