import type { Timer } from "./timer.ts";

/**
 * A timer for which time stands still while the process does: blocked, stopped, or without a processor. What would be
 * due in such a time comes as much later as the process stood still, so that whoever is waited for has had the time it
 * was promised.
 */
export function awakeTimer(timer: Timer, starvedMs: () => number): Timer {
  return {
    after(ms, callback) {
      let cancel: () => void = () => {};
      const wind = (leftMs: number) => {
        const from = starvedMs();
        cancel = timer.after(leftMs, () => {
          const lostMs = starvedMs() - from;
          if (lostMs > 0) wind(lostMs);
          else callback();
        });
      };
      wind(ms);
      return () => cancel();
    },
  };
}
