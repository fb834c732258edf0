import { expect, test } from "vitest";
import { startHeartbeat } from "./heartbeat.ts";
import { pauseOn, systemTimer } from "./timer.ts";

const pause = pauseOn(systemTimer);

test("a pause ends after its time, or with the reason of its signal", async () => {
  await pause(1);
  const stop = new AbortController();
  const waiting = pause(60_000, stop.signal);
  stop.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  await expect(pause(1, stop.signal)).rejects.toThrow("enough");
});

test("a time that is too long for the machine's timers does not end at once", async () => {
  let fired = false;
  const cancel = systemTimer.after(2 ** 40, () => {
    fired = true;
  });
  await pause(20);
  cancel();
  expect(fired).toBe(false);
});

test("the heart beats on when a beat fails, and stops when told", async () => {
  const alarms: (() => void)[] = [];
  let cancelled = 0;
  const timer = {
    after(_: number, callback: () => void) {
      alarms.push(callback);
      return () => {
        cancelled += 1;
      };
    },
  };
  let beats = 0;
  const heart = startHeartbeat(timer, async () => {
    beats += 1;
    throw new Error("busy");
  });
  for (let i = 0; i < 3; i += 1) {
    alarms.shift()!();
    await pause(1);
  }
  heart.stop();
  expect([beats, alarms.length, cancelled]).toEqual([3, 1, 1]);
});
