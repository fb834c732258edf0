import { expect, test } from "vitest";
import { cell, claimOf, manifest, opening, result, usage } from "../test/support/sample-records.ts";
import { atSameContent } from "./same-content.ts";
import { createSqliteStore } from "./sqlite/sqlite-store.ts";

/** A cell with one attempt at each of these contents of its task, each with a call of ten cents. */
async function attemptsAt(...hashes: string[]) {
  const store = createSqliteStore(":memory:");
  const { id } = await store.createRun(manifest, 1);
  await store.registerWorker({ id: "w1", host: "here", pid: process.pid });
  for (const [at, hash] of hashes.entries()) {
    await store.claim(id, "w1", claimOf(cell, hash));
    await store.openCall(id, cell, at + 1, opening(`c${at}`));
    store.chargeCall(id, { callId: `c${at}`, costUsd: 0.1, usage: usage(10 ** at), details: {} });
    await store.endAttempt(
      id,
      cell,
      at + 1,
      result({ kind: "infrastructure", error: { name: "E", message: "" } }),
    );
  }
  const record = (await store.cell(id, cell))!;
  return { store, record, own: await atSameContent(store, id, record), id };
}

test("without another content it is all of it", async () => {
  for (const hashes of [["a"], ["a", "a"]]) {
    const { store, record, own } = await attemptsAt(...hashes);
    expect(own).toEqual({ cell: record, store });
    await store.close();
  }
});

test("what was done on another content is left out: attempts, money and tokens", async () => {
  const { store, record, own, id } = await attemptsAt("a", "b", "b");
  expect(record).toMatchObject({ attempts: 3, spend: { subject: 0.3 }, usage: { inputTokens: 111 } });
  expect(own.cell).toEqual({
    ...record,
    attempts: 2,
    spend: { ...record.spend, subject: 0.2 },
    usage: {
      ...record.usage,
      ...usage(110),
      outputTokens: 40,
      cacheReadTokens: 10,
      cacheWriteTokens: 4,
      reasoningTokens: 14,
    },
  });
  expect((await own.store.attempts(id, cell)).map(({ attempt }) => attempt)).toEqual([2, 3]);
  const calls: string[] = [];
  for await (const { callId } of own.store.calls(id, cell)) calls.push(callId);
  expect(calls).toEqual(["c1", "c2"]);
  await store.close();
});
