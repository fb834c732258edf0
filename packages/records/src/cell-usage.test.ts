import { expect, test } from "vitest";
import { cell, claimOf, manifest, opening, result, usage } from "../test/support/sample-records.ts";
import { cellUsage } from "./cell-usage.ts";
import type { JsonObject } from "./json.ts";
import { createSqliteStore } from "./sqlite/sqlite-store.ts";

/** Tokens of a cell with one call of each of these payers, and of what was kept of its only attempt. */
async function tokensOf(
  payers: readonly ("agent" | "judge" | "subject")[],
  evidence: JsonObject | null,
  kind = "bench",
) {
  const store = createSqliteStore(":memory:");
  const run = await store.createRun({ ...manifest, kind }, 1);
  await store.registerWorker({ id: "w1", host: "here", pid: process.pid });
  await store.claim(run.id, "w1", claimOf(cell));
  for (const [at, payer] of payers.entries()) {
    await store.openCall(run.id, cell, 1, opening(`c${at}`, { payer }));
    store.chargeCall(run.id, { callId: `c${at}`, costUsd: 0.1, usage: usage(10 ** at), details: {} });
  }
  if (evidence) await store.endAttempt(run.id, cell, 1, { ...result(), evidence });
  const record = await store.cell(run.id, cell);
  const used = await cellUsage(store, { id: run.id, kind }, record!);
  await store.close();
  return used && { input: used.inputTokens, output: used.outputTokens, cached: used.cacheReadTokens };
}

test("those of the judge are not the agent's", async () => {
  expect(await tokensOf(["agent", "judge", "subject"], {})).toEqual({ input: 101, output: 40, cached: 10 });
  expect(await tokensOf(["judge"], { tokens: { input: 0, output: 0 } })).toEqual({
    input: 0,
    output: 0,
    cached: 0,
  });
  expect(await tokensOf(["judge"], { tokens: null })).toBeNull();
});

test("where the books have none the agent's own word counts, and is unknown when it is none", async () => {
  expect(await tokensOf([], { tokens: { input: 7, output: 3 } })).toEqual({ input: 7, output: 3, cached: 0 });
  expect(await tokensOf([], { tokens: null })).toBeNull();
  expect(await tokensOf([], { tokens: { input: -7, output: "3" } })).toBeNull();
  expect(await tokensOf([], null)).toBeNull();
});

test("an attempt that ended before anybody worked has used nothing, and so has a subject without a call", async () => {
  expect(await tokensOf([], {})).toEqual({ input: 0, output: 0, cached: 0 });
  expect(await tokensOf([], null, "compare")).toEqual({ input: 0, output: 0, cached: 0 });
});
