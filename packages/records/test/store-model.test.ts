import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CallPayer,
  type CellId,
  createSqliteStore,
  exportRun,
  importRun,
  type Outcome,
  type RunStore,
} from "../src/index.ts";
import { all, manifest, opening, result, usage } from "./support/sample-records.ts";
import { StoreModel } from "./support/store-model.ts";

const workers = ["w0", "w1", "w2"] as const;
const outcomes: Outcome[] = [
  { kind: "passed", score: 1 },
  { kind: "failed", score: 0.5 },
  { kind: "timed-out", afterMs: 5 },
  { kind: "unscored", error: { name: "E", message: "m" } },
  { kind: "infrastructure", error: { name: "E", message: "m" } },
  { kind: "cancelled", reason: "r" },
];
const cellId = (cell: string): CellId => ({ subject: "s", task: cell, run: 0 });

const worker = fc.constantFrom(...workers);
const cell = fc.constantFrom("a", "b", "c");
const attempt = fc.integer({ min: 1, max: 3 });
const nano = fc.option(fc.integer({ min: 0, max: 2_000_000_000 }));
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("claim" as const),
      worker,
      cell,
      hash: fc.constantFrom("h", "i"),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("open" as const),
      cell,
      attempt,
      payer: fc.constantFrom<CallPayer>("subject", "judge", "agent"),
      worst: nano,
      budget: fc.option(
        fc.record({ limit: fc.integer({ min: 0, max: 6_000_000_000 }), strict: fc.boolean() }),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("carry" as const), call: fc.nat() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("charge" as const), call: fc.nat(), cost: nano }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("end" as const),
      cell,
      attempt,
      outcome: fc.constantFrom(...outcomes),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("heartbeat" as const), worker }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("register" as const), worker }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("release" as const), worker }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("recover" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.constantFrom(1_000, 20_000, 31_000) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("pause" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Does a step in the model at once and starts it in the store; the promise compares the two answers. */
function start(
  store: RunStore,
  runId: string,
  model: StoreModel,
  opened: string[],
  step: Step,
): Promise<void> {
  const orRefused = (promise: Promise<unknown>) => promise.catch(() => "refused");
  const same = (answer: Promise<unknown>, wanted: unknown) =>
    answer.then((found) => expect(found).toEqual(wanted));
  switch (step.do) {
    case "claim": {
      const claim = store.claim(runId, step.worker, { ...cellId(step.cell), taskHash: step.hash });
      return same(orRefused(claim), model.claim(step.worker, step.cell, step.hash));
    }
    case "open": {
      const callId = `call-${opened.length}`;
      const worstCaseUsd = step.worst === null ? null : step.worst / 1e9;
      const call = opening(callId, { payer: step.payer, worstCaseUsd });
      const { budget } = step;
      const wanted = model.open(step.cell, step.attempt, callId, step.payer, step.worst, budget);
      if (wanted !== "not running" && wanted.state === "opened") opened.push(callId);
      const given = budget === null ? undefined : { limitUsd: budget.limit / 1e9, strict: budget.strict };
      const open = store.openCall(runId, cellId(step.cell), step.attempt, call, given);
      return same(
        open.catch(() => "not running"),
        wanted,
      );
    }
    case "carry": {
      const callId = opened[step.call % Math.max(1, opened.length)];
      if (callId === undefined) return Promise.resolve();
      model.carry(callId);
      store.carryCall(runId, callId);
      return Promise.resolve();
    }
    case "charge": {
      const callId = opened[step.call % Math.max(1, opened.length)];
      if (callId === undefined) return Promise.resolve();
      model.charge(callId, step.cost);
      const costUsd = step.cost === null ? null : step.cost / 1e9;
      store.chargeCall(runId, { callId, costUsd, usage: usage(1), details: {} });
      return Promise.resolve();
    }
    case "end": {
      const end = store.endAttempt(runId, cellId(step.cell), step.attempt, result(step.outcome));
      return same(end, model.end(step.cell, step.attempt, step.outcome));
    }
    case "heartbeat":
      model.heartbeat(step.worker);
      return store.heartbeat(step.worker);
    case "register":
      model.register(step.worker);
      return store.registerWorker({ id: step.worker, host: "elsewhere", pid: 1 });
    case "release":
      model.release(step.worker);
      return store.releaseWorker(step.worker);
    case "recover":
      return same(store.recover(runId), model.recover());
    default:
      return Promise.resolve();
  }
}

async function compare(store: RunStore, runId: string, model: StoreModel): Promise<void> {
  expect(await store.totals(runId)).toMatchObject(model.totals());
  expect(await store.books(runId)).toEqual(model.books());
  for (const name of ["a", "b", "c"]) {
    const wanted = model.cell(name);
    const found = await store.cell(runId, cellId(name));
    if (wanted === null) expect(found).toBeNull();
    else expect(found).toMatchObject(wanted);
    const attempts = await store.attempts(runId, cellId(name));
    const wantedAttempts = model.cells.get(name)?.attempts ?? [];
    expect(attempts.map(({ state }) => state)).toEqual(wantedAttempts.map(({ state }) => state));
    expect(attempts.map((found) => (found.state === "ended" ? found.outcome : null))).toEqual(
      wantedAttempts.map(({ outcome }) => outcome),
    );
    expect(attempts.filter(({ state }) => state === "running").length).toBeLessThanOrEqual(1);
  }
}

/** Every attempt that ended, with how it did: none of them may ever change or go. */
async function endedAttempts(store: RunStore, runId: string): Promise<string[]> {
  const ended: string[] = [];
  for (const name of ["a", "b", "c"])
    for (const attempt of await store.attempts(runId, cellId(name)))
      if (attempt.state === "ended")
        ended.push(`${name} ${attempt.attempt} ${JSON.stringify(attempt.outcome)}`);
  return ended;
}

test("any interleaving of workers gives what the plain model gives, and the money is the sum of the calls", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80, size: "max" }), async (steps) => {
      const model = new StoreModel();
      const store = createSqliteStore(":memory:", { now: () => model.now });
      const run = await store.createRun(manifest, 3);
      for (const id of workers) {
        model.register(id);
        await store.registerWorker({ id, host: "elsewhere", pid: 1 });
      }
      const opened: string[] = [];
      let kept: string[] = [];
      let pending: Promise<void>[] = [];
      const settle = async () => {
        await Promise.all(pending);
        pending = [];
        await compare(store, run.id, model);
        const now = await endedAttempts(store, run.id);
        expect(now).toEqual(expect.arrayContaining(kept));
        kept = now;
      };
      for (const one of steps) {
        if (one.do === "wait" || one.do === "pause") {
          await settle();
          if (one.do === "wait") model.now += one.ms;
        } else pending.push(start(store, run.id, model, opened, one));
      }
      await settle();

      let nano = 0;
      for (const call of await all(store.calls(run.id))) {
        if (call.state === "charged") nano += Math.round((call.costUsd ?? 0) * 1e9);
        if (call.state === "lost") nano += Math.round((call.worstCaseUsd ?? 0) * 1e9);
      }
      const { subject, judge, agent } = (await store.totals(run.id)).spend;
      expect(Math.round(subject * 1e9) + Math.round(judge * 1e9) + Math.round(agent * 1e9)).toBe(nano);
      const imported = await importRun(store, exportRun(store, run.id), { id: "new" });
      expect(await store.books(imported.id)).toEqual(model.books());
      await store.close();
    }),
    { numRuns: 300 },
  );
});
