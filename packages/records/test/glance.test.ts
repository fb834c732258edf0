import { expect, test } from "vitest";
import { createSqliteStore, glanceCells, type Outcome, type RunStore } from "../src/index.ts";
import { cell, claimOf, manifest, opening, result, usage } from "./conformance/run-store.ts";

test("the short way says of every cell what the long way says", async () => {
  const store = createSqliteStore(":memory:");
  const { id } = await store.createRun(manifest, 8);
  await store.registerWorker({ id: "w1", host: "elsewhere", pid: 1 });
  const error = { name: "E", message: "broke" };
  const outcomes: (Outcome | null)[] = [
    { kind: "passed", score: 0.75 },
    { kind: "failed", score: 0 },
    { kind: "errored", error },
    { kind: "timed-out", afterMs: 5 },
    { kind: "unscored", error },
    { kind: "cancelled", reason: "no more" },
    null,
  ];
  for (const [run, outcome] of outcomes.entries()) {
    const place = { ...cell, run };
    await store.claim(id, "w1", claimOf(place));
    await store.openCall(id, place, 1, opening(`call ${run}`));
    store.chargeCall(id, {
      callId: `call ${run}`,
      costUsd: run === 2 ? null : 0.25,
      usage: usage(1),
      details: {},
    });
    if (outcome) await store.endAttempt(id, place, 1, { ...result(), outcome, workingMs: 10 * run });
  }
  const long = await glanceCells(withoutGlance(store), id);
  const short = await glanceCells(store, id);
  const byRun = (a: { run: number }, b: { run: number }) => a.run - b.run;
  expect(short.sort(byRun)).toEqual(long.sort(byRun));
  expect(short).toHaveLength(outcomes.length);
  expect(short.map(({ score }) => score)).toEqual([0.75, 0, 0, 0, null, null, null]);
  expect(short.at(-1)).toMatchObject({ outcome: null, running: true });
  expect(short[2]).toMatchObject({ unknownCalls: 1 });
  await store.close();
});

/** The same store, without its short way. */
function withoutGlance(store: RunStore): RunStore {
  return new Proxy(store, {
    get(target, name) {
      const value = name === "glance" ? undefined : Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
