import { hostname } from "node:os";
import { defaultCallTimeoutMs, type OpenCall } from "@flow-state-dev/core";
import { describe, expect, test } from "vitest";
import { setUp } from "../test/support/sweep-setup.ts";
import { all, answered, call, cellsOf, passed, planOfSize, refused } from "../test/support/sweeping.ts";
import { createProgress, type RunCell } from "./index.ts";

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

  test("a run that has all its results was not stopped by its budget, though the last of it is spent", async () => {
    const { run, timer } = setUp();
    const result = await run(
      async (_, context) => {
        await call(context, async () => answered(2));
        // As long as grading takes: signs of life fall into it.
        await new Promise<void>((resolve) => timer.after(5_000, resolve));
        return passed();
      },
      { plan: planOfSize(1, 1), limits: { budgetUsd: 2 } },
    );
    expect(result).toMatchObject({ state: "finished", budgetExceeded: false, spend: { subject: 2 } });
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

  test("of calls that can have cost nothing, nothing is said", async () => {
    const { run, store } = setUp();
    const result = await run(
      async (_, context) => {
        await context.account.open({ modelId: "acme/free", worstCaseUsd: 0 });
        return passed();
      },
      { plan: planOfSize(1, 1) },
    );
    expect((await all(store.calls(result.runId))).map(({ state }) => state)).toEqual(["lost"]);
    expect(result.warnings).toEqual([]);
  });

  test("a call that nobody books is carried at its worst case when the cell ends, and the result says so", async () => {
    const { run, store, types } = setUp();
    const result = await run(
      async (_, context) => {
        await call(context, async () => answered(0.25));
        await context.account.open({ modelId: "acme/one", worstCaseUsd: 0.75 });
        return passed();
      },
      { plan: planOfSize(1, 2), carriedAdvice: "Ask for less." },
    );
    expect(result.spend).toMatchObject({ subject: 2, carried: 1.5 });
    const states = (await all(store.calls(result.runId))).map(({ state }) => state);
    expect(states).toEqual(["charged", "lost", "charged", "lost"]);
    const warning =
      "$1.50 of the $2.00 spent is carried, not known: 2 calls, lost with a process, cut off before anything came or left open by a cell, at the most that can have cost. Ask for less.";
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

test("a call that failed is told with what its provider answered, and progress says who is held up", async () => {
  const progress = createProgress();
  const { run } = setUp();
  const during: unknown[] = [];
  await run(
    async (_, context) => {
      await call(context, async () => refused(429));
      during.push(progress.snapshot().heldUp);
      await call(context, async () => answered(0.1));
      during.push(progress.snapshot().heldUp);
      return passed();
    },
    { plan: planOfSize(1, 1), onEvent: progress.onEvent },
  );
  expect(during).toEqual([[{ cells: 1, provider: "acme", answer: "HTTP 429" }], []]);
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
