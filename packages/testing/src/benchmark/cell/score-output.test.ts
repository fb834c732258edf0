import type { CellContext } from "@flow-state-dev/sweep";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { custom } from "../../scorers/custom.ts";
import { scoreOutput } from "./score-output.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minute = 60_000;

/** Scores by a scorer that takes as long, in a cell that works all the time or waits all the time. */
async function scored(tookMs: number, { limitMs, works }: { limitMs: number; works: boolean }) {
  const began = Date.now();
  const cell = {
    signal: new AbortController().signal,
    starvedMs: 0,
    get workingMs() {
      return works ? Date.now() - began : 0;
    },
  } as CellContext;
  const slow = custom("slow", () => new Promise<number>((done) => setTimeout(done, tookMs, 1)));
  const task = { id: "t", category: "reasoning", prompt: "p", rubric: [] };
  const scoring = scoreOutput({ task, output: "o", scorers: [slow], context: {} }, cell, limitMs);
  await vi.advanceTimersByTimeAsync(tookMs + 1);
  return (await scoring)[0];
}

test("a scorer has the time that the cell gives it, and what it waits for limits is not in it", async () => {
  expect(await scored(9 * minute, { limitMs: 10 * minute, works: true })).toMatchObject({ ok: true });
  expect(await scored(30 * minute, { limitMs: minute, works: false })).toMatchObject({ ok: true });
  expect(await scored(2 * minute, { limitMs: minute, works: true })).toMatchObject({
    ...{ ok: false, aborted: false },
    reason: "It was not done after 60 s. Raise cellTimeoutMs if that is too little.",
  });
});
