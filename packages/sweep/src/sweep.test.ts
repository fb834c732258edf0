import { spawnSync } from "node:child_process";
import { hostname } from "node:os";
import { defaultCallTimeoutMs, noUsage, type OpenCall } from "@flow-state-dev/core";
import { createSqliteStore } from "@flow-state-dev/records";
import { describe, expect, test } from "vitest";
import {
  all,
  answered,
  call,
  cellsOf,
  httpError,
  manifestOf,
  passed,
  planOfSize,
} from "../test/support/sweeping.ts";
import { createVirtualTime } from "../test/support/virtual-time.ts";
import {
  type CellPlan,
  planCells,
  type RunCell,
  type SweepEvent,
  type SweepOptions,
  sweep,
} from "./index.ts";

type Sweeping = Partial<Omit<SweepOptions, "cells" | "runCell">> & {
  plan?: CellPlan;
  resume?: boolean;
  run?: string;
};

/** A sweep in virtual time over a store in memory. */
function setUp() {
  const store = createSqliteStore(":memory:");
  const { run: live, ...time } = createVirtualTime();
  const events: SweepEvent[] = [];
  const run = (runCell: RunCell, { plan = planOfSize(2, 3), ...options }: Sweeping = {}) =>
    live(
      sweep({
        cells: plan,
        manifest: manifestOf(plan),
        store,
        runCell,
        onEvent: (event) => void events.push(event),
        random: () => 0.5,
        ...time,
        ...options,
      } as SweepOptions),
    );
  const types = (type: SweepEvent["type"]) => events.filter((event) => event.type === type);
  return { store, events, types, run, ...time };
}

test("every cell is run once, in the balanced order, and kept", async () => {
  const { store, run, types } = setUp();
  const order: string[] = [];
  const result = await run(
    async ({ subject, task, run: repetition }) => {
      order.push(`${repetition} ${task} ${subject}`);
      return { ...passed(0.5), evidence: { said: "yes" }, artifacts: [] };
    },
    { plan: planOfSize(2, 2, 2) },
  );
  expect(order).toEqual([
    "0 t0 s0",
    "0 t0 s1",
    "0 t1 s0",
    "0 t1 s1",
    "1 t0 s0",
    "1 t0 s1",
    "1 t1 s0",
    "1 t1 s1",
  ]);
  expect(result).toMatchObject({
    state: "finished",
    planned: 8,
    untried: 0,
    outcomes: { passed: 8 },
    coverage: { scored: 8, share: 1, mean: 0.5, low: 0.5, high: 0.5 },
    aborted: false,
    interrupted: false,
    budgetExceeded: false,
  });
  const cells = await cellsOf(store, result.runId);
  expect(cells).toHaveLength(8);
  expect(cells.every((cell) => cell.attempts === 1 && cell.outcome?.kind === "passed")).toBe(true);
  expect(types("finished")).toHaveLength(8);
  expect((await store.findRun("last"))?.state).toBe("finished");
});

describe("what a cell comes to", () => {
  const outcomeOf = async (runCell: RunCell, options: Sweeping = {}) => {
    const { run, store } = setUp();
    const result = await run(runCell, { plan: planOfSize(1, 1), ...options });
    const [cell] = await cellsOf(store, result.runId);
    return { outcome: cell!.outcome!, cell: cell!, result };
  };

  test.each<[string, unknown, string]>([
    ["anything that is thrown", new TypeError("broken"), "errored"],
    ["even what is no error", "text", "errored"],
    ["a provider that is down, after all attempts", httpError(503), "infrastructure"],
    ["an abort of its own", new DOMException("gone", "AbortError"), "cancelled"],
  ])("%s", async (_, thrown, kind) => {
    const { outcome } = await outcomeOf(async () => {
      throw thrown;
    });
    expect(outcome.kind).toBe(kind);
  });

  test("a throw outside of any promise is errored too", async () => {
    const { outcome } = await outcomeOf(() => {
      throw new Error("at once");
    });
    expect(outcome).toMatchObject({ kind: "errored", error: { message: "at once" } });
  });

  test("its own limit makes it over-budget", async () => {
    const { outcome, cell } = await outcomeOf(
      async (_, context) => {
        for (;;) await call(context, async () => answered(0.4));
      },
      { limits: { cellBudgetUsd: 1 } },
    );
    expect(outcome.kind).toBe("over-budget");
    expect(cell.spend.subject).toBeCloseTo(1.2, 9);
  });

  test.each([Number.NaN, 1.5, -0.1])("a score of %d is none", async (score) => {
    expect((await outcomeOf(async () => passed(score))).outcome.kind).toBe("unscored");
  });

  test("a cell that works too long is timed out, and its late result is dropped", async () => {
    const { clock, timer, run, store } = setUp();
    let late = false;
    const result = await run(
      () =>
        new Promise((resolve) => {
          timer.after(10_000, () => {
            late = true;
            resolve(passed());
          });
        }),
      { plan: planOfSize(1, 1), limits: { cellTimeoutMs: 1000 } },
    );
    expect(result.outcomes["timed-out"]).toBe(1);
    expect([late, clock.elapsed() < 2000]).toEqual([false, true]);
    const [cell] = await cellsOf(store, result.runId);
    expect(cell?.outcome).toEqual({ kind: "timed-out", afterMs: 1000 });
  });

  test("what it leaves behind within its last moment is kept", async () => {
    const { run, store } = setUp();
    const result = await run(
      (_, { signal }) =>
        new Promise((resolve) => {
          const artifacts = [{ name: "transcript", mediaType: "text/plain", content: "so far" }];
          signal.addEventListener("abort", () => resolve({ ...passed(), artifacts }));
        }),
      { plan: planOfSize(1, 1), limits: { cellTimeoutMs: 1000 } },
    );
    const id = { subject: "s0", task: "t0", run: 0 };
    expect(result.outcomes["timed-out"]).toBe(1);
    expect((await store.artifact(result.runId, id, 1, "transcript"))?.content).toBe("so far");
  });

  test("a classification of the caller's decides", async () => {
    const { outcome } = await outcomeOf(
      async () => {
        throw new Error("sandbox");
      },
      {
        classify: (error) => ({
          outcome: { kind: "infrastructure", error: { name: "E", message: (error as Error).message } },
          retry: false,
        }),
      },
    );
    expect(outcome).toMatchObject({ kind: "infrastructure", error: { message: "sandbox" } });
  });
});

describe("retries", () => {
  test("wait for what the provider asks, outside of the slot, each as an attempt of its own", async () => {
    const { run, store, types, clock, timer } = setUp();
    const starts: number[] = [];
    let most = 0;
    let running = 0;
    const result = await run(
      async ({ task }) => {
        most = Math.max(most, ++running);
        try {
          if (task === "t0") starts.push(clock.elapsed());
          if (task === "t0" && starts.length < 3) throw httpError(429, { "retry-after": "20" });
          await new Promise<void>((resolve) => timer.after(1, resolve));
          return passed();
        } finally {
          running -= 1;
        }
      },
      { plan: planOfSize(1, 4), limits: { concurrency: 1 } },
    );
    expect(result.outcomes.passed).toBe(4);
    expect(most).toBe(1);
    expect(starts[1]! - starts[0]!).toBeGreaterThanOrEqual(20_000);
    expect(starts[2]! - starts[1]!).toBeGreaterThanOrEqual(20_000);
    expect(types("attempt-failed")).toHaveLength(2);
    const attempts = await store.attempts(result.runId, { subject: "s0", task: "t0", run: 0 });
    const kinds = attempts.map((each) => (each.state === "ended" ? each.outcome.kind : each.state));
    expect(kinds).toEqual(["infrastructure", "infrastructure", "passed"]);
    // The others did not wait for it.
    expect(types("finished").at(-1)).toMatchObject({ cell: { task: "t0" } });
  });

  test("end after so many attempts; a later sweep tries again", async () => {
    const { run, store } = setUp();
    let down = true;
    const runCell: RunCell = async () => {
      if (down) throw httpError(500);
      return passed();
    };
    const first = await run(runCell, { plan: planOfSize(1, 1), limits: { maxAttempts: 2 } });
    expect(first).toMatchObject({
      state: "interrupted",
      outcomes: { infrastructure: 1 },
      coverage: { share: 0 },
    });
    down = false;
    const second = await run(runCell, { plan: planOfSize(1, 1), resume: true });
    expect(second).toMatchObject({
      runId: first.runId,
      state: "finished",
      outcomes: { passed: 1, infrastructure: 0 },
    });
    expect((await cellsOf(store, first.runId))[0]?.attempts).toBe(3);
  });
});

describe("money", () => {
  test("when the run's budget is spent the rest waits for more, and nothing is lost", async () => {
    const { run, store, types } = setUp();
    const runCell: RunCell = async (_, context) => {
      await call(context, async () => answered(0.3));
      await call(context, async () => answered(0.3));
      return passed();
    };
    const plan = planOfSize(1, 10);
    const first = await run(runCell, { plan, limits: { concurrency: 1, budgetUsd: 2 } });
    // Three cells at 0.60; the fourth is cut off by its second call.
    expect(first).toMatchObject({
      budgetExceeded: true,
      interrupted: false,
      state: "interrupted",
      outcomes: { passed: 3, cancelled: 1 },
      untried: 6,
      coverage: { scored: 3, share: 0.3, mean: 1, low: 0.3, high: 1 },
    });
    expect(first.spend.subject).toBeCloseTo(2.1, 9);
    expect(types("budget-spent")).toEqual([{ type: "budget-spent", spentUsd: 2.1, limitUsd: 2 }]);
    const second = await run(runCell, { plan, resume: true, limits: { concurrency: 1, budgetUsd: 2 } });
    expect(second).toMatchObject({ budgetExceeded: true, outcomes: { passed: 3 } });
    const third = await run(runCell, { plan, resume: true, limits: { concurrency: 1, budgetUsd: 20 } });
    expect(third).toMatchObject({
      budgetExceeded: false,
      state: "finished",
      outcomes: { passed: 10, cancelled: 0 },
    });
    expect(third.spend.subject).toBeCloseTo(0.3 + 10 * 0.6, 9);
    expect(third.aggregate.total().costUsd).toBeCloseTo(third.spend.subject, 9);
    expect((await store.totals(third.runId)).outcomes.passed).toBe(10);
  });

  test("a result that the run's budget spoilt does not count, whatever the subject made of it", async () => {
    const { run } = setUp();
    const result = await run(
      async (_, context) => {
        await call(context, async () => answered(3));
        await call(context, async () => answered(3)).catch(() => {});
        return passed(0.1);
      },
      { plan: planOfSize(1, 1), limits: { budgetUsd: 2 } },
    );
    expect(result).toMatchObject({ budgetExceeded: true, outcomes: { cancelled: 1, passed: 0 } });
  });

  test("a cell that cannot go on with what is left of the run is no result, and the run waits for more", async () => {
    const { run } = setUp();
    let enough = false;
    const runCell: RunCell = async () => ({ ...passed(), ...(!enough && { runSpent: true }) });
    const plan = planOfSize(1, 3);
    const first = await run(runCell, { plan, limits: { concurrency: 1, budgetUsd: 2 } });
    expect(first).toMatchObject({ budgetExceeded: true, outcomes: { cancelled: 1, passed: 0 }, untried: 2 });
    enough = true;
    const second = await run(runCell, { plan, resume: true, limits: { budgetUsd: 4 } });
    expect(second).toMatchObject({ budgetExceeded: false, state: "finished", outcomes: { passed: 3 } });
  });

  test("a budget of which something is left is not called spent: what is wanted, and what is there", async () => {
    const { run, store } = setUp();
    const result = await run(async () => ({ ...passed(), runSpent: true, wantedUsd: 3 }), {
      plan: planOfSize(1, 2),
      limits: { concurrency: 1, budgetUsd: 2 },
    });
    expect(result).toMatchObject({ budgetExceeded: true, wantedUsd: 3 });
    const outcomes: unknown[] = [];
    for await (const { outcome } of store.cells(result.runId)) outcomes.push(outcome);
    expect(outcomes).toContainEqual({
      kind: "cancelled",
      reason:
        "what is left of the run's budget ($2.00) does not pay for another call, which may cost up to $3.00",
    });
  });

  test("calls are booked under their attempt and by who spent them", async () => {
    const { run, store } = setUp();
    const result = await run(
      async (_, context) => {
        await call(context, async () => answered(0.25));
        const judge = context.account.child({ name: "judge", payer: "judge" });
        (await judge.open({ modelId: "acme/judge", worstCaseUsd: 1 })).settle(answered(0.5));
        return passed();
      },
      { plan: planOfSize(1, 1) },
    );
    expect(result.spend).toMatchObject({ subject: 0.25, judge: 0.5, carried: 0 });
    const calls = await all(store.calls(result.runId));
    expect(calls.map(({ payer, state, attempt }) => [payer, state, attempt])).toEqual([
      ["subject", "charged", 1],
      ["judge", "charged", 1],
    ]);
  });

  test("a call that nobody books is carried at its worst case when the cell ends, and the result says so", async () => {
    const { run, store, types } = setUp();
    const result = await run(
      async (_, context) => {
        await call(context, async () => answered(0.25));
        await context.account.open({ modelId: "acme/one", worstCaseUsd: 0.75 });
        return passed();
      },
      { plan: planOfSize(1, 2) },
    );
    expect(result.spend).toMatchObject({ subject: 2, carried: 1.5 });
    const states = (await all(store.calls(result.runId))).map(({ state }) => state);
    expect(states).toEqual(["charged", "lost", "charged", "lost"]);
    const warning =
      "$1.50 of the $2.00 spent is carried, not known: 2 calls, lost with a process or left open by a cell, at the most that can have cost. Set maxTokens on generators to make that less.";
    expect(result.warnings).toEqual([warning]);
    expect(types("warning")).toEqual([{ type: "warning", message: warning }]);
  });

  test("a charge that comes after all takes the place of the worst case, in all sums", async () => {
    const { run, store, types } = setUp();
    let left: OpenCall | undefined;
    const result = await run(
      async ({ task }, context) => {
        if (task === "t0") left = await context.account.open({ modelId: "acme/one", worstCaseUsd: 0.75 });
        // By now the first cell has ended; the second has a call of its own.
        else await call(context, async () => answered(0.5));
        if (task === "t2") left?.settle(answered(0.125));
        return passed();
      },
      { plan: planOfSize(1, 4), limits: { concurrency: 1, budgetUsd: 2 } },
    );
    expect(result).toMatchObject({
      outcomes: { passed: 4 },
      warnings: [],
      spend: { subject: 1.625, carried: 0 },
    });
    expect(result.aggregate.total().costUsd).toBe(1.625);
    expect((await cellsOf(store, result.runId)).map(({ spend }) => spend.subject)).toEqual([
      0.125, 0.5, 0.5, 0.5,
    ]);
    const spent = types("spent").map((event) => event.type === "spent" && [event.cell.task, event.totalUsd]);
    expect(spent).toEqual([
      ["t0", 0.75],
      ["t1", 1.25],
      ["t2", 1.75],
      ["t0", 1.125],
      ["t3", 1.625],
    ]);
    left?.settle(answered(9));
    expect((await store.totals(result.runId)).spend.subject).toBe(1.625);
  });

  test("a charge that comes when everything is over is no error, and counts while the store is open", async () => {
    const { run, store } = setUp();
    const left: OpenCall[] = [];
    const { runId } = await run(
      async (_, context) => {
        left.push(await context.account.open({ modelId: "acme/one", worstCaseUsd: 0.75 }));
        return passed();
      },
      { plan: planOfSize(1, 2) },
    );
    left[0]!.settle(answered(0.25));
    expect((await store.totals(runId)).spend).toMatchObject({ subject: 1, carried: 0.75 });
    await store.close();
    expect(left[1]!.settle(answered(0.25))).toMatchObject({ costUsd: 0.25 });
  });

  test("without any money free calls are made, and the first that costs something ends the sweep", async () => {
    const { run } = setUp();
    const callAt =
      (usd: number): RunCell =>
      async (_, context) => {
        await call(context, async () => answered(usd), usd);
        return passed();
      };
    const plan = planOfSize(1, 5);
    for (const strict of [false, true]) {
      const limits = { concurrency: 1, budgetUsd: 0, strict };
      const free = await run(callAt(0), { plan, limits });
      expect(free).toMatchObject({ state: "finished", budgetExceeded: false });
      const dear = await run(callAt(0.1), { plan, limits });
      expect(dear).toMatchObject({
        ...{ budgetExceeded: true, outcomes: { passed: 0, cancelled: 1 }, untried: 4 },
        spend: { subject: 0 },
      });
    }
  });

  test("a call that nobody waits for is no error that nobody saw", async () => {
    const { run } = setUp();
    const result = await run(
      async (_, context) => {
        await call(context, async () => answered(0));
        void context.account.open({ modelId: "acme/one", worstCaseUsd: 1 });
        return passed();
      },
      { plan: planOfSize(1, 2), limits: { providers: { acme: { requestsPerMinute: 2 } } } },
    );
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(result.outcomes.passed).toBe(2);
  });

  test("no call opens for a cell that has ended", async () => {
    const { run, store, timer } = setUp();
    let late: unknown;
    const result = await run(
      (_, context) =>
        new Promise(() => {
          timer.after(150, () => {
            context.account.open({ modelId: "acme/one", worstCaseUsd: 1 }).catch((error) => {
              late = error;
            });
          });
        }),
      { plan: planOfSize(1, 3), limits: { cellTimeoutMs: 10, concurrency: 1 } },
    );
    expect(result.outcomes["timed-out"]).toBe(3);
    expect(late).toMatchObject({ code: "cell-timeout" });
    expect(await all(store.calls(result.runId))).toEqual([]);
  });
});

describe("money that other processes spend", () => {
  const otherCell = { subject: "s9", task: "t9", run: 0 };
  const opening = (callId: string, worstCaseUsd: number) => ({
    ...{ callId, payer: "subject" as const, modelId: "acme/one", worstCaseUsd },
    openedAt: "2026-01-01T00:00:00.000Z",
  });
  const charge = (callId: string, costUsd: number) => ({
    callId,
    costUsd,
    usage: { ...noUsage },
    details: {},
  });

  /** A run that another process is on too: it holds a cell of its own, and calls there. */
  async function shared(plan: CellPlan, pid = process.pid) {
    const all = setUp();
    const { store } = all;
    const { id } = await store.createRun(manifestOf(plan), plan.count);
    await store.registerWorker({ id: "other", host: hostname(), pid });
    await store.claim(id, "other", { ...otherCell, taskHash: "h" });
    const open = (callId: string, worstCaseUsd: number) =>
      store.openCall(id, otherCell, 1, opening(callId, worstCaseUsd));
    return {
      ...all,
      id,
      open,
      book: (callId: string, usd: number) => store.chargeCall(id, charge(callId, usd)),
    };
  }

  test("counts in what is told, and against the budget from the next call on", async () => {
    const plan = planOfSize(1, 6);
    const { run, id, open, book, types } = await shared(plan);
    const result = await run(
      async ({ task }, context) => {
        if (task === "t1") {
          await open("theirs", 1);
          book("theirs", 1.5);
        }
        await call(context, async () => answered(0.25));
        return passed();
      },
      { plan, run: id, limits: { concurrency: 1, budgetUsd: 2 } },
    );
    const totals = types("spent").map((event) => event.type === "spent" && event.totalUsd);
    expect(totals).toEqual([0.25, 2]);
    expect(result).toMatchObject({ budgetExceeded: true, outcomes: { passed: 2 }, untried: 4 });
    expect(types("budget-spent")).toEqual([{ type: "budget-spent", spentUsd: 2, limitUsd: 2 }]);
  });

  test("cuts off a call under way soon after it has passed the budget", async () => {
    const plan = planOfSize(1, 1);
    const { run, id, open, book, clock } = await shared(plan);
    const result = await run(
      async (_, context) => {
        await call(context, async ({ signal }) => {
          await open("theirs", 9);
          book("theirs", 9);
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
          return answered(0.125);
        });
        return passed();
      },
      { plan, run: id, limits: { budgetUsd: 2 } },
    );
    expect(result).toMatchObject({
      budgetExceeded: true,
      outcomes: { cancelled: 1 },
      spend: { subject: 9.125 },
    });
    expect(clock.elapsed()).toBeLessThan(5_000);
  });

  test("that it only holds back is waited for, which is no work, and a strict call opens once it fits", async () => {
    const plan = planOfSize(1, 1);
    const { run, id, open, book, store, timer } = await shared(plan);
    await open("theirs", 1.5);
    timer.after(3_000, () => book("theirs", 0.5));
    const result = await run(
      async (_, context) => {
        await call(context, async () => answered(0.75), 1);
        return passed();
      },
      { plan, run: id, limits: { budgetUsd: 2, strict: true, cellTimeoutMs: 1_000 } },
    );
    expect(result).toMatchObject({
      budgetExceeded: false,
      outcomes: { passed: 1 },
      spend: { subject: 1.25 },
    });
    const [attempt] = await store.attempts(id, plan.at(0));
    expect(attempt).toMatchObject({ workingMs: 0 });
    expect(attempt?.state === "ended" && attempt.waitingMs).toBeGreaterThanOrEqual(3_000);
  });

  test("and then spends ends the wait of a strict call: there is no money for it", async () => {
    const plan = planOfSize(1, 1);
    const { run, id, open, book, timer } = await shared(plan);
    await open("theirs", 1.5);
    timer.after(3_000, () => book("theirs", 1.25));
    const result = await run(
      async (_, context) => {
        await call(context, async () => answered(0.75), 1);
        return passed();
      },
      { plan, run: id, limits: { budgetUsd: 2, strict: true } },
    );
    expect(result).toMatchObject({
      budgetExceeded: true,
      outcomes: { cancelled: 1 },
      spend: { subject: 1.25 },
    });
  });

  test("a stop ends the wait for it", async () => {
    const plan = planOfSize(1, 1);
    const { run, id, open, timer } = await shared(plan);
    await open("theirs", 1.5);
    const stop = new AbortController();
    timer.after(3_000, () => stop.abort());
    const result = await run(
      async (_, context) => {
        await call(context, async () => answered(0.75), 1);
        return passed();
      },
      { plan, run: id, signal: stop.signal, limits: { budgetUsd: 2, strict: true } },
    );
    expect(result).toMatchObject({ aborted: true, outcomes: { cancelled: 1 }, spend: { subject: 0 } });
  });

  test("what a dead process held back is found while others wait for it, carried, and told", async () => {
    const plan = planOfSize(1, 1);
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    const { run, id, store, types } = await shared(plan, pid);
    const result = await run(
      async (_, context) => {
        // Nobody has looked since the sweep began.
        await store.registerWorker({ id: "other", host: hostname(), pid });
        await store.claim(id, "other", { ...otherCell, taskHash: "h" });
        await store.openCall(id, otherCell, 2, opening("theirs", 1.5));
        await call(context, async () => answered(0.75), 1);
        return passed();
      },
      { plan, run: id, limits: { budgetUsd: 2, strict: true } },
    );
    expect(result).toMatchObject({
      ...{ budgetExceeded: true, outcomes: { cancelled: 1 }, spend: { subject: 1.5, carried: 1.5 } },
      warnings: [
        "1 task (t9) left the plan since the run began: 1 cell is kept, but left out.",
        "1 call was under way when another process died: carried at the most it can have cost, $1.50.",
        expect.stringContaining("$1.50 of the $1.50 spent is carried, not known: 1 call,"),
      ],
    });
    expect(types("recovered").at(-1)).toMatchObject({ lostAttempts: 1, lostCalls: 1, carriedUsd: 1.5 });
    expect((await store.findRun(id))?.warnings).toContain(result.warnings[1]);
  });

  test("calls of a process that dies while its cells are waited for are told too", async () => {
    const plan = planOfSize(1, 2);
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    const { run, store } = setUp();
    const { id } = await store.createRun(manifestOf(plan), plan.count);
    await store.registerWorker({ id: "other", host: hostname(), pid: process.pid });
    const held = plan.at(1);
    await store.claim(id, "other", held);
    await store.openCall(id, held, 1, opening("theirs", 0.5));
    const result = await run(async () => passed(), {
      ...{ plan, run: id },
      onEvent: (event) => {
        // It dies while this one waits.
        if (event.type === "waiting") void store.registerWorker({ id: "other", host: hostname(), pid });
      },
    });
    expect(result).toMatchObject({
      ...{ state: "finished", outcomes: { passed: 2 }, spend: { carried: 0.5 } },
      warnings: [
        "1 call was under way when another process died: carried at the most it can have cost, $0.50.",
        expect.stringContaining("$0.50 of the $0.50 spent is carried"),
      ],
    });
    expect(result.aggregate.total().costUsd).toBe(0.5);
  });
});

describe("waiting is not working", () => {
  test("a pause gives the slot away and counts apart, also against the timeout", async () => {
    const { run, store } = setUp();
    const result = await run(
      async ({ task }, context) => {
        if (task === "t0") await context.pause(60_000);
        return passed();
      },
      { plan: planOfSize(1, 3), limits: { concurrency: 1, cellTimeoutMs: 1000 } },
    );
    expect(result.outcomes.passed).toBe(3);
    const attempts = await store.attempts(result.runId, { subject: "s0", task: "t0", run: 0 });
    expect(attempts[0]).toMatchObject({ workingMs: 0, waitingMs: 60_000 });
  });

  test("what a cell still waits for when it has ended, it waits for in vain", async () => {
    const { run, clock } = setUp();
    const inVain: unknown[] = [];
    const result = await run(
      async (_, context) => {
        const forget = (error: unknown) => void inVain.push((error as { code: string }).code);
        await call(context, async () => answered(0));
        context.pause(600_000).catch(forget);
        call(context, async () => answered(0)).catch(forget);
        return passed();
      },
      { plan: planOfSize(1, 1), limits: { providers: { acme: { requestsPerMinute: 1 } } } },
    );
    expect(result.outcomes.passed).toBe(1);
    expect(inVain).toEqual(["cell-over", "cell-over"]);
    expect(clock.elapsed()).toBeLessThan(60_000);
  });

  test("a call that waits for its minute waits outside of the slot", async () => {
    const { run, store, clock } = setUp();
    const sent: number[] = [];
    const result = await run(
      async (_, context) => {
        await call(context, async () => {
          sent.push(clock.elapsed());
          return answered(0);
        });
        return passed();
      },
      { plan: planOfSize(1, 5), limits: { concurrency: 2, providers: { acme: { requestsPerMinute: 2 } } } },
    );
    expect(sent).toEqual([0, 0, 60_000, 60_000, 120_000]);
    expect((await cellsOf(store, result.runId)).map((cell) => cell.workingMs)).toEqual([0, 0, 0, 0, 0]);
  });
});

describe("stopping", () => {
  const endless: RunCell = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });

  test("an abort reaches every running cell and leaves a run to go on with", async () => {
    const { run, timer, store } = setUp();
    const stop = new AbortController();
    timer.after(500, () => stop.abort());
    const plan = planOfSize(2, 10);
    const first = await run(endless, { plan, signal: stop.signal, limits: { concurrency: 5 } });
    expect(first).toMatchObject({
      aborted: true,
      interrupted: true,
      state: "interrupted",
      outcomes: { cancelled: 5 },
      untried: 15,
    });
    const second = await run(async () => passed(), { plan, resume: true });
    expect(second).toMatchObject({ runId: first.runId, state: "finished", outcomes: { passed: 20 } });
    expect((await store.totals(first.runId)).attempts).toBe(25);
  });

  test("a drain lets running cells end and starts no others", async () => {
    const { run, timer, types } = setUp();
    const drain = new AbortController();
    timer.after(500, () => drain.abort());
    const result = await run(
      async (_, context) => {
        await new Promise<void>((resolve) => timer.after(1000, resolve));
        expect(context.signal.aborted).toBe(false);
        return passed();
      },
      { plan: planOfSize(1, 10), drain: drain.signal, limits: { concurrency: 3 } },
    );
    expect(result).toMatchObject({ aborted: false, interrupted: true, outcomes: { passed: 3 }, untried: 7 });
    expect(types("draining")).toEqual([{ type: "draining", running: 3, graceMs: 30_000 }]);
    expect(types("drained")).toHaveLength(1);
  });

  test("a drain that comes when the last cells run leaves nothing out: the sweep is not interrupted", async () => {
    const { run, timer } = setUp();
    const drain = new AbortController();
    timer.after(500, () => drain.abort());
    const result = await run(
      async () => {
        await new Promise<void>((resolve) => timer.after(1000, resolve));
        return passed();
      },
      { plan: planOfSize(1, 3), drain: drain.signal, limits: { concurrency: 3 } },
    );
    expect(result).toMatchObject({ interrupted: false, state: "finished", outcomes: { passed: 3 } });
  });

  test("what does not end within its grace is cut off", async () => {
    const { run, timer, clock } = setUp();
    const drain = new AbortController();
    timer.after(500, () => drain.abort());
    const result = await run(endless, { drain: drain.signal, limits: { graceMs: 2000 } });
    expect(result).toMatchObject({ aborted: true, outcomes: { cancelled: 6 } });
    expect(clock.elapsed()).toBeGreaterThanOrEqual(2500);
  });

  test("a sweep that is stopped before it starts runs nothing", async () => {
    const { run } = setUp();
    const result = await run(endless, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({
      aborted: true,
      untried: 6,
      coverage: { scored: 0, low: 0, high: 1, mean: null },
    });
  });
});

describe("a problem of the setup", () => {
  const noKey = Object.assign(new Error("Set ACME_API_KEY."), { code: "missing-key" });

  test("stops the sweep after three cells, and the run goes on when it is set right", async () => {
    const { run, types } = setUp();
    const plan = planOfSize(1, 20);
    const first = await run(() => Promise.reject(noKey), { plan, limits: { concurrency: 1 } });
    const reason =
      "3 cells in a row failed for the setup, not for their subjects (missing-key): Set ACME_API_KEY.";
    expect(first).toMatchObject({
      ...{ state: "interrupted", stopped: { reason }, interrupted: false, continued: false },
      ...{ outcomes: { infrastructure: 3, errored: 0 }, untried: 17 },
    });
    expect(types("stopped")).toEqual([{ type: "stopped", reason }]);
    expect(types("attempt-failed")).toEqual([]);
    const second = await run(async () => passed(), { plan, resume: true });
    expect(second).toMatchObject({
      ...{ runId: first.runId, continued: true, state: "finished", stopped: null },
      outcomes: { passed: 20, infrastructure: 0 },
    });
  });

  test("of one subject among others leaves the others alone", async () => {
    const { run } = setUp();
    const result = await run(
      ({ subject }) => (subject === "s0" ? Promise.reject(noKey) : Promise.resolve(passed())),
      { plan: planOfSize(2, 10), limits: { concurrency: 1 } },
    );
    expect(result).toMatchObject({ stopped: null, outcomes: { passed: 10, infrastructure: 10 }, untried: 0 });
  });
});

test.each([
  [1, false],
  [3, false],
  [1, true],
  [3, true],
])("nobody hears of more than %d cells at once, claims ahead: %s", async (concurrency, claimsAhead) => {
  const { run, events } = setUp();
  const running: number[] = [];
  let now = 0;
  await run(
    async ({ task }, { attempt }) => {
      if (task === "t1" && attempt < 3) throw httpError(503);
      return passed();
    },
    { plan: planOfSize(2, 6), limits: { concurrency }, claimsAhead },
  );
  for (const { type } of events) {
    if (type === "started") running.push(++now);
    if (type === "attempt-failed" || type === "finished") now -= 1;
  }
  expect(running).toHaveLength(16);
  expect(Math.max(...running)).toBe(concurrency);
  expect(now).toBe(0);
});

test("whoever stops when he hears of an end sees no other cell start, unless claims are made ahead", async () => {
  const stoppedAfterOne = async (claimsAhead: boolean) => {
    const { run } = setUp();
    const drain = new AbortController();
    let ran = 0;
    const runCell = async () => {
      ran += 1;
      return passed();
    };
    const onEvent = ({ type }: { type: string }) => type === "finished" && drain.abort();
    await run(runCell, {
      ...{ plan: planOfSize(2, 6), limits: { concurrency: 1 }, claimsAhead },
      ...{ drain: drain.signal, onEvent },
    });
    return ran;
  };
  expect(await stoppedAfterOne(false)).toBe(1);
  expect(await stoppedAfterOne(true)).toBe(2);
});

describe("resume", () => {
  test("keeps what is done, runs what changed again, leaves out what was removed, and says so", async () => {
    const { run, store } = setUp();
    const cells: string[] = [];
    const runCell: RunCell = async ({ task, taskHash, run: repetition }) => {
      if (taskHash === "first" && repetition === 1) throw httpError(500);
      cells.push(`${task} ${taskHash} ${repetition}`);
      return passed();
    };
    const plan = (tasks: Record<string, string>) =>
      planCells({
        subjects: ["s"],
        tasks: Object.entries(tasks).map(([id, hash]) => ({ id, hash })),
        runs: 2,
      });
    const limits = { maxAttempts: 1 };
    const first = await run(runCell, { plan: plan({ a: "first", b: "first", c: "first" }), limits });
    expect(first).toMatchObject({ outcomes: { passed: 3, infrastructure: 3 }, state: "interrupted" });
    cells.length = 0;
    const second = await run(runCell, {
      plan: plan({ a: "first", b: "other", d: "new" }),
      limits,
      resume: true,
    });
    expect(cells).toEqual(["b other 0", "d new 0", "b other 1", "d new 1"]);
    expect(second).toMatchObject({
      runId: first.runId,
      planned: 6,
      outcomes: { passed: 5, infrastructure: 1 },
      warnings: [
        "1 task (b) changed since the run began: 2 cells run again.",
        "1 task (c) left the plan since the run began: 2 cells are kept, but left out.",
      ],
    });
    expect((await store.findRun("last"))?.warnings).toEqual(second.warnings);
    expect((await store.findRun("last"))?.manifest.tasks).toEqual({ a: "first", b: "other", d: "new" });
  });

  test("says why it began a new run although there is an unfinished one", async () => {
    const { run, types } = setUp();
    const plan = planOfSize(1, 2);
    const signal = AbortSignal.abort();
    const first = await run(async () => passed(), { plan, signal });
    const other = { ...manifestOf(planOfSize(2, 2)), models: { executor: "acme/two" } };
    const second = await run(async () => passed(), {
      ...{ plan: planOfSize(2, 2), manifest: other, resume: true },
    } as Sweeping);
    const warning = `The unfinished run ${first.runId.slice(0, 4)} of test was not continued but started anew: its definition changed (the subjects: s0, then s0, s1; model "executor": acme/one, then acme/two).`;
    expect(second).toMatchObject({ continued: false, warnings: [warning] });
    expect(types("planned").at(-1)).toMatchObject({ continued: false, warnings: [warning] });
    expect(types("warning")).toEqual([{ type: "warning", message: warning }]);
  });

  test("the cost of a subject is that of all attempts, however often it is resumed", async () => {
    const { run } = setUp();
    const plan = (hash: string) => planCells({ subjects: ["s"], tasks: [{ id: "a", hash }], runs: 2 });
    let failing = true;
    const runCell: RunCell = async ({ run: repetition }, context) => {
      await call(context, async () => answered(0.5));
      if (failing && repetition === 1) throw httpError(500);
      return passed();
    };
    const costs = async (hash: string, options: Sweeping = {}) => {
      const result = await run(runCell, { plan: plan(hash), limits: { maxAttempts: 1 }, ...options });
      return [result.aggregate.total().costUsd, result.spend.subject];
    };
    expect(await costs("first")).toEqual([1, 1]);
    expect(await costs("second", { resume: true, signal: AbortSignal.abort() })).toEqual([1, 1]);
    expect(await costs("second", { resume: true })).toEqual([2, 2]);
    failing = false;
    expect(await costs("second", { resume: true })).toEqual([2.5, 2.5]);
  });

  test("says that the run is finished when it begins a new one, and what changed since", async () => {
    const { run, types } = setUp();
    const first = await run(async () => passed());
    const id = first.runId.slice(0, 4);
    const second = await run(async () => passed(), { resume: true });
    const warning = `Run ${id} of test is finished, so a new one began, from its first cell on. To go on with the finished one, name it in place of the manifest: run: "${id}".`;
    expect(second).toMatchObject({ continued: false, warnings: [warning] });
    expect(second.runId).not.toBe(first.runId);
    expect(types("planned").at(-1)).toMatchObject({ continued: false, kept: 0, warnings: [warning] });
    const changed = planCells({
      subjects: ["s0", "s1"],
      tasks: ["t0", "t1", "t2"].map((task) => ({
        id: task,
        hash: task === "t1" ? "new" : `hash of ${task}`,
      })),
      runs: 1,
    });
    const third = await run(async () => passed(), { plan: changed, resume: true });
    expect(third.continued).toBe(false);
    expect(third.warnings).toEqual([
      expect.stringMatching(
        /^Run .... of test is finished, .* Since then changed the content of task "t1": hash of t1, then new\. To go on/,
      ),
    ]);
  });

  test("of a named run brings its manifest up to date, and refuses a plan of another definition", async () => {
    const { run, store } = setUp();
    const { runId } = await run(async () => passed(), { plan: planOfSize(2, 2) });
    const more = await run(async () => passed(), { plan: planOfSize(2, 3), run: runId });
    expect(more).toMatchObject({ runId, continued: true, state: "finished", planned: 6 });
    const kept = await store.findRun(runId);
    expect(Object.keys(kept!.manifest.tasks)).toEqual(["t0", "t1", "t2"]);
    const id = runId.slice(0, 4);
    await expect(run(async () => passed(), { plan: planOfSize(3, 3), run: runId })).rejects.toMatchObject({
      code: "invalid-plan",
      message: expect.stringContaining(
        `Run ${id} cannot go on with this plan, which is of another definition (the subjects: s0, s1, then s0, s1, s2)`,
      ),
    });
    await expect(run(async () => passed(), { plan: planOfSize(2, 3, 2), run: runId })).rejects.toThrow(
      "the number of runs: 1, then 2",
    );
    expect(await store.findRun(runId)).toEqual(kept);
  });

  test.each(["", "zzzz"])("a run that is called %j is none", async (name) => {
    const { run } = setUp();
    const message = name === "" ? 'The option run is "", which names no run' : 'The store has no run "zzzz"';
    await expect(run(async () => passed(), { run: name })).rejects.toThrow(message);
  });

  test("without it a new run begins; a finished one is never continued", async () => {
    const { run } = setUp();
    const first = await run(async () => passed());
    expect((await run(async () => passed())).runId).not.toBe(first.runId);
    expect((await run(async () => passed(), { resume: true })).runId).not.toBe(first.runId);
  });
});

test("two sweeps on one store share the cells, and both know the whole at the end", async () => {
  const { run, store, timer, types } = setUp();
  const plan = planOfSize(3, 20);
  const times = new Map<string, number>();
  const runCell: RunCell = async ({ subject, task }) => {
    const key = `${subject} ${task}`;
    times.set(key, (times.get(key) ?? 0) + 1);
    await new Promise<void>((resolve) => timer.after(50, resolve));
    return passed();
  };
  const { id } = await store.createRun(manifestOf(plan), plan.count);
  const { clock, health } = setUp();
  const second = sweep({
    cells: plan,
    run: id,
    store,
    runCell,
    clock,
    timer,
    health,
    limits: { concurrency: 7 },
  });
  const first = await run(runCell, { plan, run: id, limits: { concurrency: 5 } });
  const others = await second;
  expect([...times.values()]).toEqual(new Array(60).fill(1));
  expect(first).toMatchObject({ state: "finished", outcomes: { passed: 60 } });
  expect(others).toMatchObject({ state: "finished", outcomes: { passed: 60 } });
  expect(types("finished").some((event) => event.type === "finished" && event.by === "another-process")).toBe(
    true,
  );
});

test("an attempt that was given up as lost meanwhile does not count; its cell is brought to its end all the same", async () => {
  let storeNow = Date.now();
  const store = createSqliteStore(":memory:", { now: () => storeNow });
  const { run, types } = setUp();
  let times = 0;
  const result = await run(
    async () => {
      times += 1;
      if (times === 1) {
        // As if this process had been asleep and another had looked.
        storeNow += 60_000;
        expect(await store.recover((await store.findRun("last"))!.id)).toMatchObject({ lostAttempts: 1 });
      }
      return passed(times / 10);
    },
    { plan: planOfSize(1, 1), store },
  );
  expect(result).toMatchObject({ state: "finished", outcomes: { passed: 1 }, coverage: { mean: 0.2 } });
  expect(types("lost")).toHaveLength(1);
  const attempts = await store.attempts(result.runId, { subject: "s0", task: "t0", run: 0 });
  expect(attempts.map(({ state }) => state)).toEqual(["lost", "ended"]);
});

test("a limit of a provider that no cell names is told", async () => {
  const { run, types } = setUp();
  const limits = { providers: { acme: { concurrency: 1 }, other: { requestsPerMinute: 5 }, "*": {} } };
  const warning =
    'The limit providers.acme.concurrency holds for no cell, for none names the provider: plan the subjects with provider: "acme".';
  expect((await run(async () => passed(), { limits })).warnings).toEqual([warning]);
  expect(types("warning")).toEqual([{ type: "warning", message: warning }]);
  const named = await run(async () => passed(), { plan: planOfSize(1, 2, 1, "acme"), limits });
  expect(named.warnings).toEqual([]);
});

test("a manifest that tells of other cells than the plan is refused", async () => {
  const { run, store } = setUp();
  const manifest = { ...manifestOf(planOfSize(2, 3)), runs: 7 };
  await expect(run(async () => passed(), { manifest } as Sweeping)).rejects.toThrow(
    "The manifest tells of 7 runs, the plan of 1",
  );
  expect(await all(store.runs())).toEqual([]);
});

test("whoever listens cannot break the sweep", async () => {
  const { run } = setUp();
  const result = await run(async () => passed(), {
    onEvent: () => {
      throw new Error("display broke");
    },
  });
  expect(result).toMatchObject({
    state: "finished",
    warnings: ["Whoever listened to the sweep failed: display broke. The results are not affected."],
  });
});

test("events carry no secret", async () => {
  const { run, events } = setUp();
  await run(async () => {
    throw new Error("401 for key sk-proj-abcdefghijklmnop0123456789");
  });
  expect(JSON.stringify(events)).toContain("401 for key");
  expect(JSON.stringify(events)).not.toContain("abcdefghijklmnop0123456789");
});

test("a store that cannot be written ends the sweep with its error", async () => {
  const { store, run } = setUp();
  const broken: typeof store = Object.create(store, {
    claim: { value: async () => Promise.reject(new Error("disk full")) },
  });
  for (const method of ["createRun", "registerWorker", "releaseWorker", "books", "updateRun"] as const) {
    Object.defineProperty(broken, method, { value: (...args: never[]) => (store[method] as any)(...args) });
  }
  await expect(run(async () => passed(), { store: broken })).rejects.toThrow("disk full");
});

test("processes that start together with resume work on one run, each cell once", async () => {
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(2, 10);
  let ran = 0;
  const start = () =>
    sweep({
      cells: plan,
      manifest: manifestOf(plan),
      store,
      resume: true,
      runCell: async () => {
        ran += 1;
        return passed();
      },
    });
  const results = await Promise.all([start(), start(), start()]);
  expect(new Set(results.map(({ runId }) => runId)).size).toBe(1);
  expect(ran).toBe(plan.count);
  expect(results.map(({ continued }) => continued).sort()).toEqual([false, true, true]);
});

test.each<[string, () => unknown]>([
  [
    "retry is null",
    () => ({ outcome: { kind: "infrastructure", error: { name: "E", message: "e" } }, retry: null }),
  ],
  [
    "an outcome that throws when it is read",
    () =>
      Object.defineProperty({}, "outcome", {
        get: () => {
          throw new Error("no");
        },
      }),
  ],
  ["a score that cannot be shown", () => ({ outcome: { kind: "passed", score: Object.create(null) } })],
  [
    "a thrown proxy",
    () => {
      throw new Proxy(new Error("x"), {
        get: () => {
          throw new Error("no");
        },
      });
    },
  ],
])("one cell's odd ending is its own: %s", async (_, make) => {
  const { run } = setUp();
  const result = await run(
    (async ({ task }) => (task === planOfSize(1, 2).tasks[0] ? make() : passed())) as RunCell,
    { plan: planOfSize(1, 2), limits: { maxAttempts: 1 } },
  );
  expect(result.outcomes.passed).toBe(1);
  expect(result.outcomes.unscored + result.outcomes.infrastructure).toBe(1);
});

test("a classification that gives nothing is made up for", async () => {
  const { run } = setUp();
  const classify = (() => undefined) as never;
  const result = await run(() => Promise.reject(new Error("x")), { plan: planOfSize(1, 1), classify });
  expect(result.outcomes.errored).toBe(1);
});

test("a process that ends while another counts does not leave the run as one under way", async () => {
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(1, 2);
  const drain = new AbortController();
  const other = Promise.withResolvers<void>();
  const options = {
    cells: plan,
    manifest: manifestOf(plan),
    store,
    resume: true,
    limits: { concurrency: 1 },
  };
  const begun = Promise.withResolvers<void>();
  const second = sweep({
    ...options,
    drain: drain.signal,
    async runCell() {
      begun.resolve();
      await other.promise;
      return passed();
    },
  });
  await begun.promise;
  drain.abort();
  // The first one has seen that the other is at work when that ends and writes how the run stands.
  const totals = store.totals.bind(store);
  store.totals = async (runId) => {
    store.totals = totals;
    const seen = await totals(runId);
    other.resolve();
    expect(seen.running).toBe(1);
    expect(await second).toMatchObject({ state: "interrupted" });
    return seen;
  };
  const stopped = new AbortController();
  const first = await sweep({
    ...options,
    drain: stopped.signal,
    async runCell() {
      stopped.abort();
      return { outcome: { kind: "cancelled", reason: "enough" } };
    },
  });
  expect(first.state).toBe("interrupted");
  expect((await store.findRun("last"))?.state).toBe("interrupted");
});

test("cells that have no result yet are told as queued before the first one starts", async () => {
  const { run, events, types } = setUp();
  const drain = new AbortController();
  const options = { plan: planOfSize(1, 5), resume: true, limits: { concurrency: 1 } };
  const first = async (cell: { task: string }) => {
    if (cell.task === "t1") drain.abort();
    return passed();
  };
  await run(first, { ...options, drain: drain.signal } as Sweeping);
  await run(async () => passed(), options as Sweeping);
  expect(types("queued")).toEqual([
    { type: "queued", cells: 5 },
    { type: "queued", cells: 3 },
  ]);
  const order = events.map(({ type }) => type);
  expect(order.slice(0, 3)).toEqual(["planned", "queued", "started"]);
});

test("no bound on what a provider may ask to wait for does not make what succeeds wait", async () => {
  const { run, types } = setUp();
  const result = await run(async () => passed(), { limits: { maxRetryAfterMs: Number.POSITIVE_INFINITY } });
  expect(result.state).toBe("finished");
  expect(types("attempt-failed")).toEqual([]);
});

describe("a cell that passed its own limit with its last call", () => {
  const spending =
    (costUsd: number, payer: "subject" | "judge"): RunCell =>
    async (_, context) => {
      const account = context.account.child({ name: "calls", payer });
      await call({ ...context, account }, async () => answered(costUsd));
      return passed();
    };

  test("is over its budget, though it says that it passed", async () => {
    const { store, run } = setUp();
    const plan = planOfSize(1, 1);
    const { runId, outcomes } = await run(spending(0.5, "subject"), {
      plan,
      limits: { cellBudgetUsd: 0.02 },
    });
    expect(outcomes).toMatchObject({ passed: 0, "over-budget": 1 });
    const [cell] = await cellsOf(store, runId);
    expect(cell?.outcome).toMatchObject({
      error: { code: "budget-exceeded", message: expect.stringContaining("s0 on t0, run 1") },
    });
  });

  test.each([
    ["what the judge costs is not the subject's", 0.5, "judge"],
    ["reaching the limit is not passing it", 0.02, "subject"],
  ] as const)("%s", async (_, costUsd, payer) => {
    const { run } = setUp();
    const limits = { cellBudgetUsd: 0.02 };
    const { outcomes } = await run(spending(costUsd, payer), { plan: planOfSize(1, 1), limits });
    expect(outcomes).toMatchObject({ passed: 1, "over-budget": 0 });
  });
});

test("the last process of a run tells of one that died meanwhile, and leaves nothing of it open", async () => {
  const { store, run, types } = setUp();
  const drain = new AbortController();
  const plan = planOfSize(1, 3);
  const { pid } = spawnSync(process.execPath, ["--version"]);
  const { runId, state, warnings } = await run(
    async () => {
      if (drain.signal.aborted) return passed();
      drain.abort();
      const [{ id } = { id: "" }] = await all(store.runs());
      await store.registerWorker({ id: "dead", host: hostname(), pid });
      const cell = { ...plan.at(2), taskHash: "hash of t2" };
      await store.claim(id, "dead", cell);
      const opening = { callId: "left", payer: "subject", modelId: "a/b", worstCaseUsd: 0.25 } as const;
      await store.openCall(id, cell, 1, { ...opening, openedAt: new Date(0).toISOString() });
      return passed();
    },
    { plan, drain: drain.signal, limits: { concurrency: 1 } },
  );
  expect(state).toBe("interrupted");
  expect(types("recovered")).toMatchObject([{ lostAttempts: 1, lostCalls: 1 }]);
  expect(warnings).toContainEqual(expect.stringContaining("1 call was under way when another process died"));
  expect(await store.books(runId)).toMatchObject({ openCalls: 0, carriedUsd: 0.25 });
  expect((await store.findRun(runId))?.state).toBe("interrupted");
});

describe("attempts that a provider turned away", () => {
  test("do not use up the attempts of a cell", async () => {
    const { run } = setUp();
    const { outcomes } = await run(
      async (_, { attempt }) => {
        if (attempt <= 12) throw httpError(429);
        if (attempt === 13) throw httpError(500);
        return passed();
      },
      { plan: planOfSize(1, 1), limits: { maxAttempts: 2 } },
    );
    expect(outcomes.passed).toBe(1);
  });

  test.each([
    [429, 20],
    [503, 2],
  ])("have a bound as well (HTTP %i: %i attempts)", async (status, bound) => {
    const { run } = setUp();
    let tried = 0;
    const { outcomes } = await run(
      async () => {
        tried += 1;
        throw httpError(status);
      },
      { plan: planOfSize(1, 1), limits: { maxAttempts: 2 } },
    );
    expect(outcomes.infrastructure).toBe(1);
    expect(tried).toBe(bound);
  });
});

describe("a strict budget", () => {
  const nested =
    (first: number, second: number): RunCell =>
    async (_, { account }) => {
      const a = await account.open({ modelId: "acme/one", worstCaseUsd: first });
      try {
        const b = await account.open({ modelId: "acme/one", worstCaseUsd: second });
        b.settle(answered(0.01));
      } finally {
        a.settle(answered(0.01));
      }
      return passed();
    };

  test.each([
    ["itself", nested(0.6, 0.6), 1],
    ["another that waits for it", nested(0.45, 0.3), 2],
  ])("ends though a cell waits for %s", async (_, runCell, cells) => {
    const { run } = setUp();
    const result = await run(runCell, {
      plan: planOfSize(1, cells),
      limits: { concurrency: 2, budgetUsd: 1, strict: true },
    });
    expect(result.budgetExceeded).toBe(true);
    expect(result.outcomes.cancelled).toBe(1);
    expect(result.outcomes.passed).toBe(cells - 1);
  });

  test("ends though a cell waits for one of another process that waits for it", async () => {
    const { store, run } = setUp();
    const { outcomes, budgetExceeded } = await run(
      async (cell, context) => {
        const [{ id } = { id: "" }] = await all(store.runs());
        const other = { subject: "s0", task: "t1", run: 0, taskHash: "hash of t1" };
        await store.registerWorker({ id: "other", host: hostname(), pid: process.pid });
        await store.claim(id, "other", other);
        const opening = { callId: "theirs", payer: "subject", modelId: "a/b", worstCaseUsd: 0.45 } as const;
        await store.openCall(id, other, 1, { ...opening, openedAt: new Date(0).toISOString() });
        return nested(0.45, 0.3)(cell, context);
      },
      { plan: planOfSize(1, 2), limits: { concurrency: 1, budgetUsd: 1, strict: true } },
    );
    expect(budgetExceeded).toBe(true);
    expect(outcomes.cancelled).toBe(1);
  });

  test("that a provider passes by billing more than its worst case is told", async () => {
    const { store, run } = setUp();
    const { runId, warnings } = await run(
      async (_, context) => {
        await call(context, async () => answered(0.5), 0.1);
        return passed();
      },
      { plan: planOfSize(1, 2), limits: { concurrency: 1, budgetUsd: 0.3, strict: true } },
    );
    const told = expect.stringMatching(/^A call to acme\/one cost more than the most that was held back/);
    expect(warnings).toContainEqual(told);
    expect((await store.findRun(runId))?.warnings).toContainEqual(told);
  });

  test("calls at once of one cell wait for each other", async () => {
    const { run, timer } = setUp();
    const { outcomes } = await run(
      async (_, context) => {
        const one = () =>
          call(
            context,
            async () => {
              await new Promise<void>((resolve) => timer.after(defaultCallTimeoutMs, resolve));
              return answered(0.01);
            },
            0.6,
          );
        await Promise.all([one(), one(), one()]);
        return passed();
      },
      { plan: planOfSize(1, 1), limits: { budgetUsd: 1, strict: true } },
    );
    expect(outcomes.passed).toBe(1);
  });
});
