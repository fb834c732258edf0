import type { Interval } from "../src/input/interval.ts";
import { logChoose } from "../src/special/log-beta.ts";

/** How often intervals of a pass rate hold the truth, computed without simulation for rates 0.5 % to 99.5 %. */
export function coverage(
  runs: number,
  interval: (passed: number) => Interval,
): { average: number; least: number } {
  const intervals = Array.from({ length: runs + 1 }, (_, passed) => interval(passed));
  const shares = Array.from({ length: 199 }, (_, i) => {
    const rate = (i + 1) / 200;
    return intervals.reduce((total, [low, high], passed) => {
      if (rate < low || rate > high) return total;
      const log = logChoose(runs, passed) + passed * Math.log(rate) + (runs - passed) * Math.log1p(-rate);
      return total + Math.exp(log);
    }, 0);
  });
  return { average: shares.reduce((a, b) => a + b) / shares.length, least: Math.min(...shares) };
}
