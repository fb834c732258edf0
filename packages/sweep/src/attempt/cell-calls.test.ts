import type { Account, ChargeFacts } from "@flow-state-dev/core";
import { createSqliteStore, type ProviderShares, type RateAsk, type RunStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import {
  all,
  answered,
  call,
  cellsOf,
  httpError,
  manifestOf,
  passed,
  planOfSize,
  refused,
} from "../../test/support/sweeping.ts";
import { createVirtualTime } from "../../test/support/virtual-time.ts";
import { sweep } from "../index.ts";

/** When the calls of one cell go out, in milliseconds, with so many tokens a minute: one after the other. */
async function timesOf(calls: readonly ChargeFacts[], tokensPerMinute: number, store?: RunStore) {
  const { run, clock, timer, health } = createVirtualTime();
  const plan = planOfSize(1, 1);
  const times: number[] = [];
  await run(
    sweep({
      ...{ cells: plan, manifest: manifestOf(plan), clock, timer, health },
      store: store ?? createSqliteStore(":memory:"),
      limits: { providers: { acme: { tokensPerMinute } } },
      async runCell(_, context) {
        for (const facts of calls) {
          const booked = call(context, async () => {
            times.push(clock.elapsed());
            return facts;
          });
          await booked.catch(() => {});
        }
        return passed();
      },
    }),
  );
  return times;
}

const estimated = (tokens: number): ChargeFacts => ({ ...answered(0, tokens), usageKnown: "estimated" });

test.each([
  ["one that was refused", refused(429)],
  ["one that broke off with nothing counted", estimated(0)],
  ["one as large", answered(0, 60)],
])("%s takes as much of the minute as the largest call before", async (_, second) => {
  const times = await timesOf([answered(0, 60), second, answered(0, 60)], 130);
  expect(times).toEqual([0, 0, 60_000]);
});

test.each([
  ["one that used nothing", answered(0, 0)],
  ["one that broke off with little counted", estimated(5)],
])("%s leaves the minute to others", async (_, second) => {
  expect(await timesOf([answered(0, 60), second, answered(0, 60)], 130)).toEqual([0, 0, 0]);
});

test("a call that could not be booked is not under way for ever", async () => {
  const store = createSqliteStore(":memory:");
  const book = store.chargeCall.bind(store);
  store.chargeCall = () => {
    store.chargeCall = book;
    throw new Error("no room");
  };
  const times = await timesOf([answered(0, 60), answered(0, 60)], 130, store);
  expect(times).toEqual([0, 0]);
});

test("a charge that cannot be written keeps no money back, and the run ends", async () => {
  const store = createSqliteStore(":memory:");
  store.chargeCall = () => {
    throw new Error("not to be written");
  };
  const { run, clock, timer, health } = createVirtualTime();
  const plan = planOfSize(1, 3);
  const result = await run(
    sweep({
      ...{ cells: plan, manifest: manifestOf(plan), clock, timer, health, store },
      limits: { budgetUsd: 1, strict: true },
      async runCell(_, context) {
        for (let made = 0; made < 2; made += 1) await call(context, async () => answered(0.01), 0.8);
        return passed();
      },
    }),
  );
  expect(await store.books(result.runId)).toEqual({
    spentUsd: 0.8,
    carriedUsd: 0.8,
    carriedCalls: 1,
    reservedUsd: 0,
    openCalls: 0,
  });
});

test("odd numbers in a charge are booked as numbers that can be written, and nothing is lost", async () => {
  const store = createSqliteStore(":memory:");
  const { run, clock, timer, health } = createVirtualTime();
  const plan = planOfSize(1, 1);
  const odd = [answered(0.01, 100.5), answered(0.01, 1e16), answered(1e11), answered(Number.NaN)];
  const result = await run(
    sweep({
      ...{ cells: plan, manifest: manifestOf(plan), clock, timer, health, store },
      limits: { budgetUsd: 10, strict: true },
      async runCell(_, context) {
        for (const facts of odd) await call(context, async () => facts, 0.8);
        return passed();
      },
    }),
  );
  expect(await cellsOf(store, result.runId)).toMatchObject([{ outcome: { kind: "passed" } }]);
  expect(await store.books(result.runId)).toEqual({
    spentUsd: 1.62,
    carriedUsd: 0,
    carriedCalls: 0,
    reservedUsd: 0,
    openCalls: 0,
  });
});

test("what was spent is booked for a cell that was told to stop; nothing new goes out", async () => {
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(1, 1);
  const stop = new AbortController();
  const intent = { modelId: "acme/one", worstCaseUsd: 0 };
  const refusals: unknown[] = [];
  const { outcomes, spend } = await sweep({
    ...{ cells: plan, manifest: manifestOf(plan), store, signal: stop.signal },
    limits: { providers: { acme: { requestsPerMinute: 1 } } },
    async runCell(_, { account }) {
      (await account.open({ ...intent, made: true })).settle(answered(0.25));
      (await account.open({ ...intent, made: true })).settle(answered(0.25));
      stop.abort();
      await account.open(intent).catch(({ code }) => refusals.push(code));
      (await account.open({ ...intent, made: true })).settle(answered(0.5));
      return passed();
    },
  });
  expect(outcomes.cancelled).toBe(1);
  expect(refusals).toEqual(["cell-cancelled"]);
  expect(spend.subject).toBe(1);
});

test("what is told when the cell has ended is not booked on whoever has its name then", async () => {
  const plan = planOfSize(1, 1);
  const late: unknown[] = [];
  let first: Account | undefined;
  const { outcomes, spend } = await sweep({
    ...{ cells: plan, manifest: manifestOf(plan), store: createSqliteStore(":memory:") },
    limits: { backoffBaseMs: 1 },
    async runCell(_, { account, attempt }) {
      if (attempt === 1) {
        first = account;
        throw httpError(503);
      }
      const told = first!.open({ modelId: "acme/one", worstCaseUsd: 0, made: true });
      await told.catch(({ code }) => late.push(code));
      return passed();
    },
  });
  expect([outcomes.passed, spend.subject, late]).toEqual([1, 0, ["cell-over"]]);
});

test("nor is what waited for the answer of others about the minute when the cell ended", async () => {
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(1, 1);
  const { id } = await store.createRun(manifestOf(plan), plan.count);
  const answer = Promise.withResolvers<void>();
  const shares = {
    leaseMs: 10_000,
    shareSlots: async () => ({ cells: 1, limit: 1, cuts: 0 }),
    grantRates: async (_: string, { wanted }: RateAsk) => {
      await answer.promise;
      return { granted: wanted, waitMs: 0 };
    },
    leave: async () => {},
  };
  let late: Promise<unknown> | undefined;
  const { outcomes, spend } = await sweep({
    ...{ cells: plan, run: id, store },
    limits: { backoffBaseMs: 1, providers: { acme: { requestsPerMinute: 9 } } },
    sharing: {
      role: "worker",
      source: { serve: async (_, bring) => void (await bring(plan.at(0), false)) },
      providers: () => shares as unknown as ProviderShares,
    },
    async runCell(_, { account, attempt }) {
      if (attempt === 1) {
        const told = account.open({ modelId: "acme/one", worstCaseUsd: 0, made: true });
        late = told.then(
          (call) => call.settle(answered(0.25)),
          ({ code }) => code,
        );
        throw httpError(503);
      }
      answer.resolve();
      expect(await late).toBe("cell-over");
      expect(account.calls).toBe(0);
      return passed();
    },
  });
  expect([outcomes.passed, spend.subject]).toEqual([1, 0]);
  expect(await all(store.calls(id))).toEqual([]);
});
