import { noUsage } from "@flow-state-dev/core";
import { type CellRecord, type CountedWork, createSqliteStore, noWork } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { answered, call, cellsOf, manifestOf, passed, planOfSize } from "../../test/support/sweeping.ts";
import { type RunCell, sweep } from "../index.ts";
import type { CellContext } from "./cell-context.ts";

const busy = Object.assign(new Error("Slow down."), { statusCode: 503, isRetryable: true });

/** The record of one cell, tried until it has an outcome that stays. */
async function swept(runCell: RunCell): Promise<CellRecord> {
  await using store = Object.assign(createSqliteStore(":memory:"), {
    [Symbol.asyncDispose]: () => store.close(),
  });
  const plan = planOfSize(1, 1);
  const limits = { backoffBaseMs: 1, settleMs: 20 };
  const { runId } = await sweep({ cells: plan, manifest: manifestOf(plan), store, limits, runCell });
  const [record] = await cellsOf(store, runId);
  return record!;
}

const judged = (context: CellContext, costUsd: number) =>
  call({ ...context, account: context.account.child({ name: "judge", payer: "judge" }) }, async () =>
    answered(costUsd),
  );

test("a cell that comes through at once took what its calls say, and nothing is told apart", async () => {
  const record = await swept(async (_cell, context) => {
    await call(context, async () => answered(0.2));
    return passed();
  });
  expect(record).toMatchObject({ attempts: 1, spend: { subject: 0.2 } });
  expect(record).not.toHaveProperty("counted");
});

test("a cell that is tried again took what its last attempt did; all of it is paid", async () => {
  const record = await swept(async (_cell, context) => {
    await call(context, async () => answered(0.2, 10));
    if (context.attempt < 3) throw busy;
    await call(context, async () => answered(0.1, 5));
    await judged(context, 0.7);
    return passed();
  });
  expect(record).toMatchObject({ attempts: 3, spend: { subject: 0.7, judge: 0.7 } });
  expect(record.counted).toEqual({
    ...{ ...noWork(), costUsd: 0.3 },
    usage: { ...noWork().usage, inputTokens: 25 },
  });
});

test("an answer from a cache is part of the work at what it cost, and is not paid", async () => {
  const usage = { ...noUsage, inputTokens: 100 };
  const record = await swept(async (_cell, context) => {
    await call(context, async () => answered(0.2, 10));
    context.noteCached({ costUsd: 0.5, usage });
    context.noteCached({ costUsd: null, usage });
    context.noteCached({ costUsd: Number.NaN, usage });
    return passed();
  });
  expect(record.spend).toMatchObject({ subject: 0.2, unknownCalls: 0 });
  expect(record.counted).toEqual({
    ...{ costUsd: 0.7, cachedUsd: 0.5, cachedCalls: 3, unknownCalls: 2 },
    usage: { ...noWork().usage, inputTokens: 310 },
  });
});

test("what an attempt takes over is part of its work", async () => {
  const work: CountedWork = { ...noWork(), costUsd: 0.4, cachedUsd: 0.1, cachedCalls: 1 };
  const record = await swept(async (_cell, context) => {
    await judged(context, 0.3);
    return { ...passed(), takenOver: { workingMs: 5, suspect: false, work } };
  });
  expect(record).toMatchObject({ spend: { subject: 0, judge: 0.3 } });
  expect(record.counted).toEqual({ ...work, usage: { ...noWork().usage, inputTokens: 10 } });
});

test("work that is none is work whose cost nobody knows", async () => {
  const work = { ...noWork(), costUsd: Number.NaN };
  const record = await swept(async () => ({
    ...passed(),
    takenOver: { workingMs: 5, suspect: false, work },
  }));
  expect(record.counted).toEqual({ ...noWork(), unknownCalls: 1 });
});

test("a call whose end nobody knows makes the work one of unknown cost", async () => {
  const record = await swept(async (_cell, context) => {
    if (context.attempt === 1) throw busy;
    await call(context, async () => answered(0.2));
    // Opened, and never booked.
    await context.account.open({ modelId: "acme/one", worstCaseUsd: 1, signal: context.signal });
    return passed();
  });
  expect(record.spend).toMatchObject({ subject: 1.2, carried: 1 });
  expect(record.counted).toMatchObject({ costUsd: 0.2, unknownCalls: 1 });
});
