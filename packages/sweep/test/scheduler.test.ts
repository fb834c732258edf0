import { createSqliteStore } from "@flow-state-dev/records";
import fc from "fast-check";
import { expect, test } from "vitest";
import { planCells, type RunCell, sweep } from "../src/index.ts";
import {
  all,
  answered,
  call,
  cellsOf,
  httpError,
  manifestOf,
  names,
  passed,
  planOfSize,
} from "./support/sweeping.ts";
import { createVirtualTime } from "./support/virtual-time.ts";

/** How one attempt at a cell behaves. */
const behaviour = fc.record({
  workMs: fc.integer({ min: 0, max: 500 }),
  pauseMs: fc.option(fc.integer({ min: 1, max: 5000 })),
  failures: fc.integer({ min: 0, max: 3 }),
  breaks: fc.boolean(),
});

const scenario = fc.record({
  subjects: fc.array(fc.constantFrom("acme", "globex", undefined), { minLength: 1, maxLength: 4 }),
  tasks: fc.integer({ min: 1, max: 6 }),
  runs: fc.integer({ min: 1, max: 3 }),
  concurrency: fc.integer({ min: 1, max: 6 }),
  acme: fc.integer({ min: 1, max: 4 }),
  behaviours: fc.array(behaviour, { minLength: 1, maxLength: 10 }),
});

const settings = { numRuns: 60, endOnFailure: true };

test("never more cells at once than allowed, each with exactly one result, started in order", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ subjects, tasks, runs, concurrency, acme, behaviours }) => {
      const { run, clock, timer, health } = createVirtualTime();
      const store = createSqliteStore(":memory:");
      const plan = planCells({
        subjects: subjects.map((provider, index) => ({ name: `s${index}`, ...(provider && { provider }) })),
        tasks: names("t", tasks).map((id) => ({ id, hash: id })),
        runs,
        baseline: "s0",
      });
      const working = { all: 0, acme: 0 };
      const firsts: { position: number; provider: string }[] = [];
      const runCell: RunCell = async (cell, context) => {
        const position = plan.positionOf(cell);
        const { workMs, pauseMs, failures, breaks } = behaviours[position % behaviours.length]!;
        const isAcme = cell.provider === "acme";
        const work = async () => {
          working.all += 1;
          if (isAcme) working.acme += 1;
          expect(working.all).toBeLessThanOrEqual(concurrency);
          expect(working.acme).toBeLessThanOrEqual(acme);
          await new Promise<void>((resolve) => timer.after(workMs, resolve));
          working.all -= 1;
          if (isAcme) working.acme -= 1;
        };
        if (context.attempt === 1) firsts.push({ position, provider: String(cell.provider) });
        await work();
        if (pauseMs !== null) {
          await context.pause(pauseMs);
          await work();
        }
        if (context.attempt <= failures) throw httpError(503);
        if (breaks) throw new Error("broken");
        return passed();
      };
      const result = await run(
        sweep({
          ...{ cells: plan, manifest: manifestOf(plan), store, runCell, clock, timer, health },
          limits: { concurrency, providers: { acme: { concurrency: acme } }, maxAttempts: 3 },
        }),
      );
      const cells = await cellsOf(store, result.runId);
      expect(cells).toHaveLength(plan.count);
      for (const cell of cells) {
        const { failures, breaks } = behaviours[plan.positionOf(cell) % behaviours.length]!;
        const kind = failures >= 3 ? "infrastructure" : breaks ? "errored" : "passed";
        expect([cell.outcome?.kind, cell.attempts]).toEqual([kind, Math.min(3, failures + 1)]);
      }
      expect(firsts).toHaveLength(plan.count);
      for (const provider of new Set(firsts.map((each) => each.provider))) {
        const order = firsts.filter((each) => each.provider === provider).map(({ position }) => position);
        expect(order).toEqual([...order].sort((a, b) => a - b));
      }
      await store.close();
    }),
    settings,
  );
});

test("however a cell branches, never more cells have calls under way than allowed, and all time is accounted for", async () => {
  const step = fc.tuple(fc.constantFrom("call", "pause", "work"), fc.integer({ min: 0, max: 200 }));
  const branches = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 });
  const cellsWithBranches = fc.record({
    cells: fc.integer({ min: 1, max: 12 }),
    concurrency: fc.integer({ min: 1, max: 3 }),
    requestsPerMinute: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
    kinds: fc.array(branches, { minLength: 1, maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(cellsWithBranches, async ({ cells, concurrency, requestsPerMinute, kinds }) => {
      const { run, clock, timer, health } = createVirtualTime();
      const store = createSqliteStore(":memory:");
      const plan = planOfSize(1, cells);
      const calling = new Map<string, number>();
      const wait = (ms: number) => new Promise<void>((resolve) => timer.after(ms, resolve));
      const spans = new Map<string, number>();
      const runCell: RunCell = async (cell, context) => {
        const startedAt = clock.elapsed();
        const steps = { pause: context.pause, work: wait };
        const branch = async (path: readonly [string, number][]) => {
          for (const [kind, ms] of path) {
            if (kind !== "call") await steps[kind as keyof typeof steps](ms);
            else {
              await call(context, async () => {
                calling.set(cell.task, (calling.get(cell.task) ?? 0) + 1);
                expect([...calling.values()].filter((count) => count > 0).length).toBeLessThanOrEqual(
                  concurrency,
                );
                await wait(ms);
                calling.set(cell.task, calling.get(cell.task)! - 1);
                return answered(0);
              });
            }
          }
        };
        await Promise.all(kinds[plan.positionOf(cell) % kinds.length]!.map(branch));
        spans.set(cell.task, clock.elapsed() - startedAt);
        return passed();
      };
      const result = await run(
        sweep({
          ...{ cells: plan, manifest: manifestOf(plan), store, runCell, clock, timer, health },
          limits: { concurrency, providers: { acme: { ...(requestsPerMinute && { requestsPerMinute }) } } },
        }),
      );
      expect(result.outcomes.passed).toBe(cells);
      for (const { task, workingMs, waitingMs } of await cellsOf(store, result.runId)) {
        expect(workingMs + waitingMs).toBeCloseTo(spans.get(task)!, 6);
      }
      await store.close();
    }),
    { ...settings, numRuns: 80 },
  );
});

test("no provider is asked more often than it allows in any 60 seconds", async () => {
  const calls = fc.record({
    cells: fc.integer({ min: 1, max: 40 }),
    callsPerCell: fc.integer({ min: 1, max: 3 }),
    requestsPerMinute: fc.integer({ min: 1, max: 12 }),
    concurrency: fc.integer({ min: 1, max: 8 }),
    durations: fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(calls, async ({ cells, callsPerCell, requestsPerMinute, concurrency, durations }) => {
      const { run, clock, timer, health } = createVirtualTime();
      const store = createSqliteStore(":memory:");
      const plan = planOfSize(1, cells);
      const sent: number[] = [];
      const runCell: RunCell = async (cell, context) => {
        const durationMs = durations[plan.positionOf(cell) % durations.length]!;
        for (let ordinal = 0; ordinal < callsPerCell; ordinal += 1) {
          await call(context, async () => {
            sent.push(clock.elapsed());
            await new Promise<void>((resolve) => timer.after(durationMs, resolve));
            return answered(0);
          });
        }
        return passed();
      };
      const result = await run(
        sweep({
          ...{ cells: plan, manifest: manifestOf(plan), store, runCell, clock, timer, health },
          limits: { concurrency, providers: { acme: { requestsPerMinute } } },
        }),
      );
      expect(result.outcomes.passed).toBe(cells);
      expect(sent).toHaveLength(cells * callsPerCell);
      for (let index = requestsPerMinute; index < sent.length; index += 1) {
        expect(sent[index]! - sent[index - requestsPerMinute]!).toBeGreaterThanOrEqual(60_000);
      }
      await store.close();
    }),
    { ...settings, numRuns: 30 },
  );
});

test("in strict mode the budget is never passed, and the books say what was spent", async () => {
  const money = fc.record({
    cells: fc.integer({ min: 1, max: 25 }),
    callsPerCell: fc.integer({ min: 1, max: 4 }),
    budget: fc.integer({ min: 0, max: 3000 }),
    concurrency: fc.integer({ min: 1, max: 6 }),
    // Worst case, the part of it that is really spent, duration.
    prices: fc.array(
      fc.tuple(fc.integer({ min: 1, max: 300 }), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(50)),
      {
        minLength: 1,
        maxLength: 8,
      },
    ),
  });
  await fc.assert(
    fc.asyncProperty(money, async ({ cells, callsPerCell, budget, concurrency, prices }) => {
      const { run, clock, timer, health } = createVirtualTime();
      const store = createSqliteStore(":memory:");
      const plan = planOfSize(1, cells);
      const budgetUsd = budget / 1000;
      let spent = 0;
      const runCell: RunCell = async (cell, context) => {
        for (let ordinal = 0; ordinal < callsPerCell; ordinal += 1) {
          const [worst, part, durationMs] = prices[(plan.positionOf(cell) + ordinal) % prices.length]!;
          const work = async () => {
            await new Promise<void>((resolve) => timer.after(durationMs, resolve));
            const costUsd = Math.floor(worst * part) / 1000;
            spent += costUsd;
            expect(spent).toBeLessThanOrEqual(budgetUsd + 1e-9);
            return answered(costUsd);
          };
          await call(context, work, worst / 1000);
        }
        return passed();
      };
      const result = await run(
        sweep({
          ...{ cells: plan, manifest: manifestOf(plan), store, runCell, clock, timer, health },
          limits: { concurrency, budgetUsd, strict: true },
        }),
      );
      expect(result.spend.subject).toBeCloseTo(spent, 9);
      expect(result.spend.subject).toBeLessThanOrEqual(budgetUsd + 1e-9);
      expect(result.outcomes.passed + result.outcomes.cancelled + result.untried).toBe(cells);
      if (!result.budgetExceeded) expect(result.outcomes.passed).toBe(cells);
      const books = await all(store.calls(result.runId));
      expect(books.every(({ state }) => state === "charged")).toBe(true);
      await store.close();
    }),
    { ...settings, numRuns: 50 },
  );
});
