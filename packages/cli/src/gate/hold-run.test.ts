import type { RunStore } from "@flow-state-dev/records";
import { buildSuiteResults, type CaseRun } from "@flow-state-dev/suites";
import { type BenchmarkRunResult, buildBenchmarkReport } from "@flow-state-dev/testing";
import { expect, test } from "vitest";
import { gatePolicy } from "./gate-policy.ts";
import { holdGate } from "./hold-gate.ts";
import { holdRun, reportFacts, suiteFacts } from "./hold-run.ts";

const cell = (run: number, more: Partial<BenchmarkRunResult>): BenchmarkRunResult => ({
  ...{ subject: "x", kind: "baseline", taskId: "t", category: "reasoning", run },
  ...{ score: 1, passed: true, errored: false, costUsd: 0.1, latencyMs: 1000, ...more },
});

test("the time of a subject is the average of its runs, those without a time of their own left out", () => {
  const results = [
    cell(0, {}),
    cell(1, {}),
    cell(2, { latencyMs: 10_000 }),
    cell(3, { latencyMs: 90_000, suspect: true }),
    cell(4, { latencyMs: 90_000, errored: true, score: 0, passed: false }),
    cell(5, { latencyMs: 90_000, outcome: "infrastructure" }),
    cell(0, { subject: "broken", errored: true }),
  ];
  const report = buildBenchmarkReport(results, {
    ...{ runs: 6, model: "m", startedAt: 0, budgetExceeded: false, warnings: [] },
  });
  expect(reportFacts(report).subjects.map(({ name, seconds }) => [name, seconds])).toEqual([
    ["x", 4],
    ["broken", null],
  ]);
});

test("the same of an agent: runs that broke, or were measured while the machine was starved, have no time", () => {
  const run = (number: number, duration: number, more: Partial<CaseRun> = {}): CaseRun => ({
    ...{ run: number, outcome: "passed", pass: true, cost: 0.1, judgeCost: 0, duration, tokens: null },
    ...{ turns: 1, attempts: 1, ended: "done", detail: "", expectations: [], putBack: [], warnings: [] },
    ...{ suspect: false, ...more },
  });
  const caseOf = (id: string, agent: string, ...runs: CaseRun[]) => ({
    ...{ id, agent, runs, planned: runs.length, agentVersion: null, model: null, tags: [] },
  });
  const starved = { suspect: true };
  const results = buildSuiteResults(
    [
      caseOf("a", "x", run(0, 1), run(1, 4), run(2, 90, starved)),
      caseOf("b", "x", run(0, 4), run(1, 90, { outcome: "errored", pass: false })),
      caseOf("a", "slow", run(0, 90, starved)),
    ],
    {
      ...{ suite: "s", agents: ["x", "slow"], duration: 1, budgetExceeded: false, aborted: false },
      ...{ simulated: false, run: "r", notices: [], warnings: [], sandbox: { name: "host", notice: "" } },
    },
  );
  const facts = suiteFacts(results);
  expect(facts.subjects.map(({ name, seconds }) => [name, seconds])).toEqual([
    ["x", 3],
    ["slow", null],
  ]);
  expect(facts.subjects.map(({ costUsd }) => costUsd)).toEqual(
    results.byAgent.map(({ costPerCase }) => costPerCase),
  );
  const { checks } = holdGate({ ...facts, comparison: null }, { ...gatePolicy({}, undefined), maxTime: 5 });
  expect(checks.map(({ state, sentence }) => `${state} ${sentence}`)).toEqual([
    "held x takes 3.0 s a case; at most 5.0 s a case is asked for.",
    "open slow: nobody knows how long it takes (every run broke, or was measured while the machine was starved), and at most 5.0 s a case is asked for.",
  ]);
});

test("a run is written to after its gate only when that failed, or had failed before", async () => {
  const facts = { unit: "case", coverage: { scored: 1, planned: 2 }, subjects: [] };
  const writtenAfter = async (gate: string | undefined, circumstances: object = {}) => {
    const written: unknown[] = [];
    const store = {
      findRun: async () => ({ id: "7f3a", manifest: { circumstances } }),
      updateRun: async (_id: string, change: { manifest: { circumstances: unknown } }) =>
        written.push(change.manifest.circumstances),
    } as unknown as RunStore;
    await holdRun(store, "7f3a", facts, { policy: gatePolicy({}, gate), against: null });
    return written;
  };
  expect(await writtenAfter(undefined)).toEqual([]);
  expect(await writtenAfter("min-coverage=0.5")).toEqual([]);
  expect(await writtenAfter("min-coverage=0.9")).toEqual([{ gate: { passed: false } }]);
  expect(await writtenAfter(undefined, { gate: { passed: false } })).toEqual([{ gate: { passed: true } }]);
});
