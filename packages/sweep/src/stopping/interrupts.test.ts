import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { type InterruptSignal, interruptible } from "./interrupts.ts";

test.each(["SIGINT", "SIGTERM", "SIGHUP"] satisfies InterruptSignal[])(
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
