import { describe, expect, test } from "vitest";
import { type Sweeping, setUp } from "../test/support/sweep-setup.ts";
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
import type { RunCell } from "./index.ts";

test("what a reader must know is told with the plan, kept with the run and in its result, once", async () => {
  const { store, run, events } = setUp();
  const result = await run(async () => passed(), { warnings: ["Mind the gap."] });
  expect(result.warnings).toEqual(["Mind the gap."]);
  expect((await store.findRun(result.runId))!.warnings).toEqual(["Mind the gap."]);
  const told = events.flatMap((event) =>
    event.type === "planned" ? event.warnings : event.type === "warning" ? [event.message] : [],
  );
  expect(told).toEqual(["Mind the gap.", "Mind the gap."]);
});

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
