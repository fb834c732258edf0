// Limits of time and money are the subject's own: what the judge and the scorers do is not its fault.
import { setTimeout as wait } from "node:timers/promises";
import { handler, sequencer } from "@flow-state-dev/core";
import { cellCost, createSqliteStore } from "@flow-state-dev/records";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { renderScorecard, reportOfRun, runBenchmark } from "../src/index.ts";
import { type Answer, answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

const model = "openai/gpt-5.4-mini";
const judgeModel = "anthropic/claude-haiku-4-5";
const met = verdicts(() => true);

function one(judge: Answer = met) {
  return {
    subjects: [subject("solo", "baseline")],
    tasks: tasksOf("reasoning"),
    model,
    judgeModel,
    modelResolver: answering("something"),
    judgeResolver: answering(judge),
    runs: 1,
  };
}

const never: Answer = () => new Promise<string>(() => {});

describe("cellTimeoutMs", () => {
  test("a judge that hangs leaves the cell unscored, with the output and the code scores kept", async () => {
    const scorers = [{ name: "half", score: () => ({ score: 0.5, passed: true }) }];
    const report = await runBenchmark({ ...one(never), cellTimeoutMs: 800, scorers });
    expect(report.results[0]).toMatchObject({
      outcome: "unscored",
      errored: false,
      output: "something",
      codeScores: { half: 0.5 },
      error: { message: expect.stringContaining("The judge was not done after 0.8 s") },
    });
    expect(report.coverage).toMatchObject({ scored: 0, missing: { unscored: 1 } });
  });

  test("a scorer that hangs loses its own score and no more", async () => {
    const hang = { name: "hang", score: () => new Promise<never>(() => {}) };
    const half = { name: "half", score: () => ({ score: 0.5, passed: true }) };
    const report = await runBenchmark({ ...one(), cellTimeoutMs: 800, scorers: [hang, half] });
    expect(report.results[0]).toMatchObject({
      outcome: "passed",
      score: 1,
      output: "something",
      codeScores: { half: 0.5 },
      scorerErrors: { hang: expect.stringContaining("not done after 0.8 s") },
    });
  });

  test("a subject that hangs is timed out, a score of 0", async () => {
    const report = await runBenchmark({ ...one(), modelResolver: answering(never), cellTimeoutMs: 100 });
    expect(report.results[0]).toMatchObject({
      outcome: "timed-out",
      score: 0,
      errored: true,
      error: { message: "It was not done after 0.1 s." },
    });
  });

  test("what a subject cost that was cut off unheard is not known, and the report says what it may be", async () => {
    const store = createSqliteStore(":memory:");
    const report = await runBenchmark({
      ...one(),
      ...{ modelResolver: answering(never), cellTimeoutMs: 100, store },
    });
    const run = (await store.findRun("last"))!;
    for await (const cell of store.cells(run.id))
      expect(await cellCost(store, { id: run.id, kind: "compare" }, cell)).toBeNull();
    await store.close();
    expect(report.results[0]).toMatchObject({ outcome: "timed-out", unknownCalls: 1 });
    expect(report.summaries[0]).toMatchObject({ costPerTaskUsd: null });
    expect(report.warnings).toContainEqual(
      expect.stringMatching(/^1 call broke off before anything of its answer came, .* up to \$0\.\d+ more/),
    );
  });

  test("calls that broke off unheard stay in what was spent when their cells run again", async () => {
    const store = createSqliteStore(":memory:");
    const stop = new AbortController();
    const cut = answering((asked) => {
      stop.abort();
      return new Promise<string>((_, reject) =>
        asked.signal!.addEventListener("abort", () => reject(asked.signal!.reason as Error)),
      );
    });
    const partial = await runBenchmark({ ...one(), modelResolver: cut, store, signal: stop.signal });
    expect(renderScorecard(partial, "table")).toContain("and 1 call of unknown cost");
    const whole = await runBenchmark({ ...one(), store, resume: true });
    expect(whole.runId).toBe(partial.runId);
    const kept = await reportOfRun(store, (await store.findRun("last"))!);
    for (const report of [whole, kept]) {
      expect(renderScorecard(report, "table")).toMatch(/at least \$.*, and 1 call of unknown cost/);
      // The attempt that the score comes from has none such.
      expect(report.summaries[0]!.costPerTaskUsd).toBeGreaterThan(0);
    }
    await store.close();
  });

  test("a call that lost a race is of unknown cost, though its cell passed at once", async () => {
    const modelResolver = answering(({ system, signal }) => {
      if (!system.includes("slow")) return "something";
      return new Promise<string>((_, reject) =>
        signal!.addEventListener("abort", () => reject(signal!.reason as Error)),
      );
    });
    const racing = {
      ...subject("racing", "baseline"),
      sequencer: sequencer({ name: "racing", inputSchema: z.object({ prompt: z.string() }) })
        .race([subject("fast").sequencer, subject("slow").sequencer])
        .map((out) => String(out)),
    };
    const store = createSqliteStore(":memory:");
    const told = await runBenchmark({ ...one(), subjects: [racing], modelResolver, store });
    const kept = await reportOfRun(store, (await store.findRun("last"))!);
    for (const report of [told, kept]) {
      expect(report.results[0]).toMatchObject({ outcome: "passed", unknownCalls: 1 });
      // What it is compared by is what is booked, as where the calls of another attempt broke off.
      expect(report.summaries[0]!.costPerTaskUsd).toBeGreaterThan(0);
      expect(renderScorecard(report, "table")).toMatch(/at least \$.*, and 1 call of unknown cost/);
    }
    await store.close();
  });

  test("the subject has all of it to itself, however long judging takes afterwards", async () => {
    const slow: Answer = async (asked) => {
      await wait(700);
      return typeof met === "string" ? met : met(asked);
    };
    const modelResolver = answering(async () => {
      await wait(700);
      return "something";
    });
    const report = await runBenchmark({ ...one(slow), modelResolver, cellTimeoutMs: 1200 });
    expect(report.results[0]).toMatchObject({ outcome: "passed", output: "something" });
  });
});

describe("limits.cellBudgetUsd", () => {
  const big = { promptTokens: 100_000, completionTokens: 10_000, totalTokens: 110_000 };

  test("what the judge spends is not in it", async () => {
    const config = one();
    const dear = Object.assign((modelId: string, blockName?: string) => {
      const plain = config.judgeResolver(modelId, blockName) as { generate: (call: never) => unknown };
      const generate = async (call: never) => ({ ...((await plain.generate(call)) as object), usage: big });
      return { modelId, generate } as never;
    }, {});
    const report = await runBenchmark({ ...config, judgeResolver: dear, limits: { cellBudgetUsd: 0.005 } });
    expect(report.results[0]).toMatchObject({ outcome: "passed", score: 1, output: "something" });
    expect(report.results[0]!.judgeCostUsd).toBeGreaterThan(0.005);
  });

  test("a subject that spends it is over budget, a score of 0", async () => {
    const twice = { ...subject("solo", "baseline") };
    const again = subject("again").sequencer;
    const sequencer = twice.sequencer.step((text: string) => ({ prompt: text }), again);
    const report = await runBenchmark({
      ...one(),
      subjects: [{ ...twice, sequencer }],
      limits: { cellBudgetUsd: 0.0001 },
    });
    expect(report.results[0]).toMatchObject({ outcome: "over-budget", score: 0, errored: true });
  });

  test("one that passes it with its last call, or goes on as if it had not been refused another, is too", async () => {
    const stubborn = { ...subject("stubborn") };
    const ask = subject("again").sequencer;
    const fallback = handler({ name: "fallback", execute: () => "what I had" });
    const sequencer = stubborn.sequencer.step((text: string) => ({ prompt: text }), ask);
    const report = await runBenchmark({
      ...one(),
      subjects: [
        subject("once", "baseline"),
        { ...stubborn, sequencer: sequencer.rescue([{ block: fallback }]) },
      ],
      limits: { cellBudgetUsd: 0.0001 },
    });
    const over = {
      outcome: "over-budget",
      score: 0,
      error: { message: expect.stringContaining("is spent") },
    };
    expect(report.results).toMatchObject([over, over]);
    expect(report.summaries.every(({ subjectCostUsd }) => subjectCostUsd > 0.0001)).toBe(true);
  });

  test("an amount that is none is an error before anything runs", async () => {
    const config = { ...one(), limits: { cellBudgetUsd: Number.NaN } };
    await expect(runBenchmark(config)).rejects.toMatchObject({ code: "benchmark-config" });
    expect(config.modelResolver.asked).toEqual([]);
  });
});

test("a cell that is cut off while it is judged keeps its output", async () => {
  const store = createSqliteStore(":memory:");
  const stop = new AbortController();
  const judge: Answer = () => {
    stop.abort();
    return new Promise<string>(() => {});
  };
  const report = await runBenchmark({ ...one(judge), store, signal: stop.signal });
  expect(report.results[0]).toMatchObject({ outcome: "cancelled", output: "something" });
  await store.close();
});

test("in strict mode a budget that bears no call says why nothing ran, and what would be needed", async () => {
  const report = await runBenchmark({ ...one(), maxCostUsd: 0.0001, limits: { strict: true } });
  expect(report.coverage.scored).toBe(0);
  expect(report.warnings.join("\n")).toMatch(
    /No cell could run: with strict .* may cost \$[\d.]+ at most.* of \$0\.0001.*Raise maxCostUsd/s,
  );
});
