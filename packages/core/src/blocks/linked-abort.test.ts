import { getEventListeners } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { handler } from "./handler.ts";
import { runBlock } from "./run-block.ts";
import { sequencer } from "./sequencer/sequencer.ts";

const branches = 50;
const wait = handler({ name: "wait", execute: (_: unknown, { signal }) => heard(signal) });
let most = 0;

/** Each branch waits for a turn, and notes how many listen to its signal meanwhile. */
async function heard(signal: AbortSignal): Promise<string> {
  await turn();
  most = Math.max(most, getEventListeners(signal, "abort").length);
  return "done";
}

test.each([
  ["forEach", sequencer({ name: "s" }).forEach(wait)],
  ["stepAll", sequencer({ name: "s" }).stepAll(Array.from({ length: branches }, () => wait))],
  ["race", sequencer({ name: "s" }).race(Array.from({ length: branches }, () => wait))],
])("as many listen to the signal of a branch of %s as when it is alone", async (_, block) => {
  most = 0;
  const input = Array.from({ length: branches }, (_, at) => at);
  expect(await runBlock(block as never, input as never)).toMatchObject({ ok: true });
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(5);
});

test("branches that are under way stop with the run, and those to come do not begin", async () => {
  const stop = new AbortController();
  const begun: number[] = [];
  const hang = handler({
    name: "hang",
    execute: (at: number, { signal }) => {
      begun.push(at);
      if (at === 2) stop.abort(new Error("Enough."));
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
  });
  const block = sequencer({ name: "s" }).forEach(hang, { maxConcurrency: 3 });
  const result = await runBlock(block as never, [0, 1, 2, 3, 4] as never, { signal: stop.signal });
  expect(result).toMatchObject({ ok: false, aborted: true });
  expect(begun).toEqual([0, 1, 2]);
});
