// The workload that every tool is given: so many cells, each one answer after so many milliseconds, and whether it is
// the right one, 50 at a time.
import { setTimeout as sleep } from "node:timers/promises";

export const cells = Number(process.env.PERF_CELLS);
export const delayMs = Number(process.env.PERF_DELAY_MS);
export const concurrency = 50;

export const question = (at) => `Question ${at}`;
export const expected = (at) => `Answer ${at}`;

export async function answer(input) {
  if (delayMs > 0) await sleep(delayMs);
  return `Answer ${/Question (\d+)/.exec(input)[1]}`;
}
