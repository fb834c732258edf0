import type { Clock } from "@flow-state-dev/core";
import type { HealthWatch } from "../../src/health/health.ts";
import type { Timer } from "../../src/time/timer.ts";

/** Time that passes only when nothing else happens. */
export interface VirtualTime {
  clock: Clock;
  timer: Timer;
  health: HealthWatch;
  /** Lets time pass until the promise has settled. */
  run<T>(promise: Promise<T>): Promise<T>;
}

/** So many turns of the real event loop are given before time jumps: enough for the writes of a cell. */
const turns = 8;

export function createVirtualTime(): VirtualTime {
  let now = 0;
  let order = 0;
  const alarms: { at: number; order: number; callback: () => void }[] = [];
  const next = () => alarms.reduce((a, b) => (b.at < a.at || (b.at === a.at && b.order < a.order) ? b : a));
  return {
    clock: { now: () => now, elapsed: () => now },
    timer: {
      after(ms, callback) {
        const alarm = { at: now + Math.max(0, ms), order: order++, callback };
        alarms.push(alarm);
        return () => {
          const index = alarms.indexOf(alarm);
          if (index !== -1) alarms.splice(index, 1);
        };
      },
    },
    health: {
      since: (_, openCalls) => ({ eventLoopLagMs: 0, memoryBytes: 1, openCalls }),
      starvedMs: () => 0,
      stop: () => {},
    },
    async run(promise) {
      let settled = false;
      const done = () => {
        settled = true;
      };
      promise.then(done, done);
      for (;;) {
        for (let turn = 0; turn < turns && !settled; turn += 1) await new Promise((go) => setImmediate(go));
        if (settled) return promise;
        if (alarms.length === 0) continue;
        const alarm = next();
        alarms.splice(alarms.indexOf(alarm), 1);
        now = Math.max(now, alarm.at);
        alarm.callback();
      }
    },
  };
}
