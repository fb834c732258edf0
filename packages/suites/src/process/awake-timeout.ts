import { watchStandstill } from "./standstill.ts";

/**
 * Calls back after so many milliseconds in which the process was awake. While it stands still, nobody that it waits for
 * is heard: whoever ended in that time was not late, and whoever needed it could not go on. Returns how to call it off.
 */
export function awakeTimeout(ms: number, callback: () => void): () => void {
  const standstill = watchStandstill();
  let timer: NodeJS.Timeout;
  const wind = (leftMs: number) => {
    const from = standstill.ms();
    timer = setTimeout(() => {
      const lostMs = standstill.ms() - from;
      if (lostMs > 0) return wind(lostMs);
      standstill.stop();
      callback();
    }, leftMs);
  };
  wind(ms);
  return () => {
    clearTimeout(timer);
    standstill.stop();
  };
}
