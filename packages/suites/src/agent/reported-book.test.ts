import { createAccount, noUsage, systemClock } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { createReportedBook } from "./reported-book.ts";

const tokens = (input: number, output: number) => ({ ...noUsage, inputTokens: input, outputTokens: output });

function start(atOnce = true) {
  const account = createAccount({ name: "cell", payer: "agent" });
  const call = { modelId: "command", agent: "command", startedAt: new Date(0) };
  const book = createReportedBook(account, call, { clock: systemClock, atOnce });
  const { soFar, all } = book;
  const stands = () => [account.spentUsd, account.usage.inputTokens, account.usage.outputTokens];
  return { account, book, soFar, all, stands };
}

test("what is told while it works is booked with its tokens, and the end adds only what is new", async () => {
  const { soFar, all, stands, account } = start();
  await soFar({ usage: tokens(10, 5), costUsd: 0.25 });
  expect(stands()).toEqual([0.25, 10, 5]);
  await soFar({ usage: tokens(10, 5), costUsd: 0.25 });
  await soFar({ usage: tokens(30, 6), costUsd: 0.5 });
  await all({ usage: tokens(40, 6), costUsd: 0.5 });
  expect(stands()).toEqual([0.5, 40, 6]);
  expect(account.calls).toBe(3);
});

test("what was told once is not taken back", async () => {
  const { soFar, all, stands } = start();
  await soFar({ usage: tokens(10, 5), costUsd: 0.25 });
  expect(await all({ usage: tokens(1, 1), costUsd: 0.125 })).toEqual({
    ...{ usage: tokens(10, 5), costUsd: 0.25 },
  });
  expect(stands()).toEqual([0.25, 10, 5]);
  const removed = start();
  await removed.soFar({ usage: tokens(10, 5), costUsd: 0.25 });
  expect(await removed.all({ usage: null, costUsd: null })).toEqual({ usage: tokens(10, 5), costUsd: 0.25 });
  expect(removed.stands()).toEqual([0.25, 10, 5]);
});

test("where somebody else may count, all waits for the end", async () => {
  const { soFar, all, stands, account, book } = start(false);
  await soFar({ usage: tokens(10, 5), costUsd: 0.25 });
  expect([account.calls, book.heldUsd, book.told.costUsd]).toEqual([0, 0.25, 0.25]);
  expect(await all({ usage: tokens(12, 1), costUsd: 0.125 })).toEqual({
    ...{ usage: tokens(12, 5), costUsd: 0.25 },
  });
  expect([account.calls, book.heldUsd, ...stands()]).toEqual([1, 0, 0.25, 12, 5]);
});

test("tokens without money wait for the end, and nothing told is nothing booked", async () => {
  const { soFar, all, stands, account } = start();
  await soFar({ usage: tokens(10, 5), costUsd: null });
  await soFar({ usage: null, costUsd: null });
  expect(account.calls).toBe(0);
  await all({ usage: tokens(10, 5), costUsd: null });
  expect([stands(), account.unpricedCalls]).toEqual([[0, 10, 5], 1]);
  const silent = start();
  await silent.all({ usage: null, costUsd: null });
  expect(silent.account.calls).toBe(0);
});
