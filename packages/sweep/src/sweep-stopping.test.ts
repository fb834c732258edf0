import { describe, expect, test } from "vitest";
import { setUp } from "../test/support/sweep-setup.ts";
import { names, passed, planOfSize } from "../test/support/sweeping.ts";
import { planCells, type RunCell } from "./index.ts";

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

  test.each([
    [1, "The only cell failed for the setup, not for its subject (missing-key): Set ACME_API_KEY."],
    [2, "2 cells in a row failed for the setup, not for their subjects (missing-key): Set ACME_API_KEY."],
  ])("of all cells is told when there are only %d", async (cells, reason) => {
    const { run } = setUp();
    const result = await run(() => Promise.reject(noKey), { plan: planOfSize(1, cells) });
    expect(result).toMatchObject({ stopped: { reason }, outcomes: { infrastructure: cells }, untried: 0 });
  });

  test("of one subject among others leaves the others alone", async () => {
    const { run } = setUp();
    const result = await run(
      ({ subject }) => (subject === "s0" ? Promise.reject(noKey) : Promise.resolve(passed())),
      { plan: planOfSize(2, 10), limits: { concurrency: 1 } },
    );
    expect(result).toMatchObject({ stopped: null, outcomes: { passed: 10, infrastructure: 10 }, untried: 0 });
  });

  /** Two subjects, of providers of their own; the cells of the first fail. */
  const ofTwo = (providers: [string, string], message: string, code: string, provider?: string) => {
    const plan = planCells({
      subjects: providers.map((name, place) => ({ name: `s${place}`, provider: name })),
      tasks: names("t", 10).map((id) => ({ id, hash: id })),
      runs: 1,
    });
    const details = provider === undefined ? {} : { details: { provider } };
    const error = Object.assign(new Error(message), { code, ...details });
    const { run } = setUp();
    return run(({ subject }) => (subject === "s0" ? Promise.reject(error) : Promise.resolve(passed())), {
      ...{ plan, limits: { concurrency: 1 } },
    });
  };

  test.each([
    ["as the error says", "acme"],
    ["as the cells say", undefined],
  ])("that a provider has with its key, %s, stops the sweep, though others answer", async (_, provider) => {
    const result = await ofTwo(["acme", "other"], "Check ACME_API_KEY.", "refused-key", provider);
    expect(result.stopped?.reason).toBe(
      "3 cells of acme in a row failed for the setup, not for their subjects (refused-key): Check ACME_API_KEY.",
    );
    expect(result.outcomes.infrastructure).toBe(3);
    expect(result.untried).toBeGreaterThan(10);
  });

  test("that a provider has with one of its models leaves its other models alone", async () => {
    const result = await ofTwo(["acme", "acme"], "Not this one.", "refused-key", "acme");
    expect(result).toMatchObject({ stopped: null, outcomes: { passed: 10, infrastructure: 10 } });
  });

  test.each(["agent-missing", "agent-not-started"])(
    "that a subject has with its program (%s) stops the sweep, though others have results",
    async (code) => {
      const result = await ofTwo(["acme", "acme"], "Install it.", code);
      expect(result.stopped?.reason).toBe(
        `3 cells of s0 in a row failed for the setup, not for their subjects (${code}): Install it.`,
      );
      expect(result.outcomes.infrastructure).toBe(3);
      expect(result.untried).toBeGreaterThan(10);
    },
  );

  test("that a subject has with its program in some cells leaves the others alone", async () => {
    const { run } = setUp();
    const error = Object.assign(new Error("Install it."), { code: "agent-not-started" });
    let cells = 0;
    const result = await run(() => (cells++ % 3 === 2 ? Promise.resolve(passed()) : Promise.reject(error)), {
      ...{ plan: planOfSize(1, 9), limits: { concurrency: 1 } },
    });
    expect(result).toMatchObject({ stopped: null, outcomes: { passed: 3, infrastructure: 6 } });
  });

  test("stops the sweep though two of them take turns", async () => {
    const { run } = setUp();
    const problems = ["refused-key", "unknown-model"].map((code) => Object.assign(new Error(code), { code }));
    const result = await run(({ subject }) => Promise.reject(problems[Number(subject.slice(1))]), {
      ...{ plan: planOfSize(2, 10), limits: { concurrency: 1 } },
    });
    expect(result.stopped?.reason).toMatch(/^3 cells in a row failed for the setup.*\(refused-key\)/);
    expect(result.untried).toBe(15);
  });
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
