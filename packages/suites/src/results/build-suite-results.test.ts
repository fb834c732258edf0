import type { OutcomeKind } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { buildSuiteResults } from "./build-suite-results.ts";
import type { CaseRuns } from "./case-runs.ts";
import type { CaseRun } from "./suite-results.ts";

const facts = {
  ...{ suite: "s", agents: ["one", "two"], duration: 1, budgetExceeded: false, aborted: false },
  ...{ simulated: false, run: "r", notices: [], warnings: [], sandbox: { name: "host", notice: "" } },
};

function run(number: number, outcome: OutcomeKind, more: Partial<CaseRun> = {}): CaseRun {
  return {
    ...{ run: number, outcome, pass: outcome === "passed", cost: 0.5, judgeCost: 0.1, duration: 1.0004 },
    ...{ tokens: { input: 10, output: 2 }, turns: 1, attempts: 1, ended: "done", detail: "" },
    ...{ expectations: [], putBack: [], warnings: [], suspect: false, ...more },
  };
}

function runs(id: string, agent: string, planned: number, ...all: CaseRun[]): CaseRuns {
  return { ...{ id, agent, planned, runs: all, agentVersion: "1", model: null, tags: [] } };
}

test("a case has passed when every planned run has, failed when one has not, and else nobody knows", () => {
  const { passed, failed, total, cases, coverage, passRate } = buildSuiteResults(
    [
      runs("all", "one", 2, run(0, "passed"), run(1, "passed")),
      runs("half", "one", 2, run(0, "passed"), run(1, "timed-out")),
      runs("cut-off", "one", 2, run(0, "passed")),
      runs("machine", "one", 2, run(0, "passed"), run(1, "infrastructure")),
      runs("not-tried", "one", 2),
    ],
    facts,
  );
  expect({ passed, failed, total }).toEqual({ passed: 1, failed: 1, total: 5 });
  expect(cases.map(({ id, pass }) => [id, pass])).toEqual([
    ...[
      ["all", true],
      ["half", false],
      ["cut-off", false],
      ["machine", false],
    ],
  ]);
  expect(coverage).toEqual({ planned: 10, withResult: 6, missing: { infrastructure: 1, untried: 3 } });
  // Of the runs with a result, case by case: 1, 1/2, 1 and 1.
  expect(passRate!.value).toBe(0.875);
});

test("with one run a case the pass rate is the share of cases, with Wilson's interval", () => {
  const { passRate } = buildSuiteResults(
    [runs("a", "one", 1, run(0, "passed")), runs("b", "one", 1, run(0, "failed"))],
    facts,
  );
  // 1 of 2, as R's prop.test(1, 2, correct = FALSE) gives it.
  expect(passRate!.value).toBe(0.5);
  expect(passRate!.interval![0]).toBeCloseTo(0.0945, 3);
});

test("with several runs the pass rate is the mean over cases of the share of runs that passed", () => {
  const { passed, passRate, byAgent } = buildSuiteResults(
    [
      runs("a", "one", 3, run(0, "passed"), run(1, "passed"), run(2, "failed")),
      runs("b", "one", 3, run(0, "passed"), run(1, "failed"), run(2, "failed")),
      runs("c", "one", 3, run(0, "passed"), run(1, "passed"), run(2, "infrastructure")),
    ],
    facts,
  );
  expect(passed).toBe(0);
  // Means 2/3, 1/3 and 1; standard error 0.19245, t.975 of 2 degrees of freedom 4.302653: beyond 0 and 1.
  expect(passRate!.value).toBeCloseTo(2 / 3, 12);
  expect(passRate!.interval).toEqual([0, 1]);
  expect(byAgent[0]!.passRate).toEqual(passRate);
  const alone = buildSuiteResults([runs("a", "one", 2, run(0, "passed"), run(1, "failed"))], facts);
  expect(alone.passRate).toEqual({ value: 0.5, interval: null });
});

test("a case that several agents work on is one case, not several, for the interval of all", () => {
  const both = (at: number) =>
    ["one", "two"].map((agent) =>
      runs(`c${at}`, agent, 1, run(0, agent === "two" || at < 3 ? "passed" : "failed")),
    );
  const { passRate } = buildSuiteResults([0, 1, 2, 3, 4, 5].flatMap(both), facts);
  // Three cases 1 and three 1/2: standard error 0.111803, t.975 of 5 degrees of freedom 2.570582.
  expect(passRate!.value).toBe(0.75);
  expect(passRate!.interval![0]).toBeCloseTo(0.462601, 5);
  expect(passRate!.interval![1]).toBe(1);
  expect(buildSuiteResults(both(0), facts).passRate).toEqual({ value: 1, interval: null });
});

test("money is added without dust, and what nobody knows is told", () => {
  const results = buildSuiteResults(
    [
      runs("a", "one", 3, run(0, "passed", { cost: 0.1 }), run(1, "passed", { cost: 0.2 })),
      runs("b", "one", 1, run(0, "passed", { cost: null })),
    ],
    facts,
  );
  expect(results).toMatchObject({ totalCost: 0.6, judgeCost: 0.3, unknownCosts: 1 });
  expect(results.cases.map(({ cost }) => cost)).toEqual([0.3, null]);
  expect(results.cases[0]).toMatchObject({ tokens: { input: 20, output: 4 }, duration: 1 });
});

test("what is known of a cost is in the sums, and a judge without a price makes them a lower bound too", () => {
  const { totalCost, unknownCosts, byAgent, cases } = buildSuiteResults(
    [
      runs("a", "one", 1, run(0, "passed", { cost: null, knownCost: 0.4, unknownCalls: 1 })),
      runs("b", "one", 1, run(0, "passed", { cost: 0.2, judgeCost: 0, unknownCalls: 2 })),
      runs("c", "one", 1, run(0, "passed", { cost: null, judgeCost: 0 })),
    ],
    facts,
  );
  expect({ totalCost, unknownCosts }).toEqual({ totalCost: 0.7, unknownCosts: 3 });
  expect(byAgent[0]).toMatchObject({ totalCost: 0.7, costPerCase: null });
  expect(cases.map(({ cost }) => cost)).toEqual([null, 0.2, null]);
});

test("each agent has its own figures", () => {
  const { byAgent } = buildSuiteResults(
    [runs("a", "one", 1, run(0, "passed")), runs("a", "two", 1, run(0, "failed"))],
    facts,
  );
  expect(byAgent).toMatchObject([
    { agent: "one", passed: 1, failed: 0, total: 1, totalCost: 0.6 },
    { agent: "two", passed: 0, failed: 1, total: 1, passRate: { value: 0 } },
  ]);
});

test("with several runs the chance that all of them pass is told, by the cases that have them all", () => {
  const { passHatK } = buildSuiteResults(
    [
      runs("a", "one", 2, run(0, "passed"), run(1, "passed")),
      runs("b", "one", 2, run(0, "passed"), run(1, "failed")),
      runs("c", "one", 2, run(0, "failed"), run(1, "infrastructure")),
    ],
    facts,
  );
  expect(passHatK).toEqual({ k: 2, value: 0.5, cases: 2 });
});

test("agents are compared by the attempts that count, and everything that was paid is in the sum", () => {
  const retried = { cost: 0.5, countedCost: 0.1 };
  const { totalCost, byAgent, comparisons } = buildSuiteResults(
    ["a", "b", "c"].flatMap((id) => [
      runs(id, "one", 1, run(0, "passed", { cost: 0.1, judgeCost: 0 })),
      runs(id, "two", 1, run(0, "passed", { ...retried, judgeCost: 0 })),
    ]),
    facts,
  );
  expect(totalCost).toBeCloseTo(1.8, 9);
  expect(byAgent).toMatchObject([
    { costPerCase: expect.closeTo(0.1, 9), totalCost: expect.closeTo(0.3, 9) },
    { costPerCase: expect.closeTo(0.1, 9), totalCost: expect.closeTo(1.5, 9) },
  ]);
  expect(comparisons[0]!.costRatio!.value).toBeCloseTo(1, 9);
  const unknown = buildSuiteResults([runs("a", "one", 1, run(0, "passed", { countedCost: null }))], facts);
  expect(unknown.byAgent[0]!.costPerCase).toBeNull();
  const outage = run(1, "infrastructure", { cost: 0 });
  const broken = [
    runs("a", "one", 2, run(0, "passed", { cost: 0.2 }), outage),
    runs("b", "one", 1, { ...outage, run: 0 }),
  ];
  expect(buildSuiteResults(broken, facts).byAgent[0]!.costPerCase).toBeCloseTo(0.2, 9);
});

test("every other agent is held against the first, case by case, and where they differ is told", () => {
  const ids = ["a", "b", "c", "d", "e", "f", "g"];
  const cases = ids.flatMap((id, at) => [
    runs(id, "one", 2, run(0, "passed", { cost: 0.1 }), run(1, at < 2 ? "passed" : "failed", { cost: 0.1 })),
    runs(id, "two", 2, run(0, "passed", { cost: 0.3 }), run(1, "passed", { cost: 0.3 })),
  ]);
  const { comparisons, byAgent } = buildSuiteResults(cases, facts);
  expect(comparisons).toHaveLength(1);
  const [comparison] = comparisons;
  expect(comparison).toMatchObject({
    ...{ a: { subject: "one" }, b: { subject: "two", mean: 1 }, verdict: "better", tasks: 7 },
    ...{ winsTiesLosses: [5, 2, 0], measure: "pass rate" },
    differing: [{ case: "c", a: 0.5, b: 1 }, {}, {}, {}, {}],
  });
  expect(comparison!.delta).toBeCloseTo(5 / 14, 9);
  expect(comparison!.costRatio!.value).toBeCloseTo(3, 9);
  expect(byAgent).toMatchObject([
    { costPerCase: 0.1, durationPerCase: 1, passHatK: { k: 2, value: 2 / 7 } },
    { costPerCase: 0.3, passHatK: { k: 2, value: 1 } },
  ]);
  expect(buildSuiteResults([runs("a", "one", 1)], { ...facts, agents: ["one"] }).comparisons).toEqual([]);
});

test("a verdict that hangs on runs without a result is marked", () => {
  const cases = (lost: number) =>
    Array.from({ length: 10 }, (_, at) => [
      runs(`c${at}`, "one", 1, run(0, "failed")),
      runs(`c${at}`, "two", 1, run(0, at < lost ? "infrastructure" : "passed")),
    ]).flat();
  const fragile = (lost: number) => {
    const [comparison] = buildSuiteResults(cases(lost), facts).comparisons;
    return [comparison!.verdict, comparison!.fragile];
  };
  // Six of ten gained are a difference whatever the other four would have been; four are too few to be told.
  expect([fragile(0), fragile(1), fragile(4), fragile(6)]).toEqual([
    ["better", false],
    ["better", false],
    ["better", false],
    ["too-few-tasks", true],
  ]);
  const untried = cases(0).map((each) => (each.id < "c4" ? { ...each, runs: [] } : each));
  expect(buildSuiteResults(untried, facts).comparisons[0]).toMatchObject({
    verdict: "better",
    fragile: true,
  });
});

test("a run that broke says nothing about how long the work takes", () => {
  const cases = [
    runs("a", "one", 2, run(0, "passed", { duration: 60 }), run(1, "infrastructure", { duration: 0.1 })),
    runs("b", "one", 1, run(0, "errored", { duration: 0.1 })),
  ];
  expect(buildSuiteResults(cases, facts).byAgent[0]!.durationPerCase).toBe(60);
  expect(buildSuiteResults(cases.slice(1), facts).byAgent[0]!.durationPerCase).toBeNull();
  const starved = [run(0, "passed", { duration: 9, suspect: true }), run(1, "passed", { duration: 2 })];
  const [{ duration } = { duration: 0 }] = buildSuiteResults([runs("a", "one", 2, ...starved)], facts).cases;
  expect(duration).toBe(2);
  const all = buildSuiteResults([runs("a", "one", 1, starved[0]!)], facts);
  expect(all.byAgent[0]!.durationPerCase).toBe(9);
});

test("the time of a case is that of the runs that came to an end, where there are any", () => {
  const broken = [run(0, "infrastructure", { duration: 0.2 }), run(1, "errored", { duration: 0.4 })];
  const { cases } = buildSuiteResults(
    [runs("a", "one", 3, ...broken, run(2, "passed", { duration: 45 })), runs("b", "one", 2, ...broken)],
    facts,
  );
  expect(cases.map(({ duration }) => duration)).toEqual([45, 0.3]);
});

test("cases that are siblings count as one: for the pass rate, and between agents", () => {
  const cases = (named: boolean) =>
    ["one", "two"].flatMap((agent) =>
      Array.from({ length: 12 }, (_, at) => ({
        ...runs(`c${at}`, agent, 1, run(0, agent === "two" || at % 6 === 0 ? "passed" : "failed")),
        ...(named && { family: `f${at % 4}` }),
      })),
    );
  const [plain, named] = [buildSuiteResults(cases(false), facts), buildSuiteResults(cases(true), facts)];
  expect(plain).not.toHaveProperty("families");
  expect(plain.comparisons[0]).toMatchObject({ tasks: 12, verdict: "better" });
  expect(named).toMatchObject({ families: 4, total: 24 });
  expect(named.cases[1]!.family).toBe("f1");
  expect(named.comparisons[0]).toMatchObject({ tasks: 12, families: 4, verdict: "too-few-tasks" });
  const four = buildSuiteResults(
    cases(false).filter(({ id }) => Number(id.slice(1)) < 4),
    facts,
  );
  // Of the second agent all passed: those of four families, as of four cases.
  expect(named.byAgent[1]!.passRate).toEqual(four.byAgent[1]!.passRate);
  expect(Object.keys(named).slice(0, 6)).toEqual(Object.keys(plain).slice(0, 6));
});
