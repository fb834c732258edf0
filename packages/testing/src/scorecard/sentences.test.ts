import { expect, test } from "vitest";
import type { SubjectSummary } from "../report/benchmark-report.ts";
import { buildBenchmarkReport } from "../report/build-benchmark-report.ts";
import type { Comparison } from "../report/comparison.ts";
import type { CompleteReport } from "../report/complete-report.ts";
import { syntheticResults } from "../report/synthetic-result.ts";
import { coverageLine } from "./coverage-line.ts";
import { reportSentences } from "./sentences.ts";

const supervisor: Comparison = {
  ...{
    baseline: "single-generator",
    candidate: "supervisor",
    delta: 0.111,
    credible: true,
    verdict: "better",
  },
  ...{ margin: 0.05, scope: "tasks-like-these", tasks: 24, droppedTasks: [], runsPerTask: [3, 3] },
  paired: {
    ...{ standardError: 0.039, degreesOfFreedom: 23, interval95: [0.031, 0.191], p: 0.009 },
    ...{ pAdjusted: 0.009, adjustment: "none" },
  },
  permutation: { p: 0.01, pAdjusted: 0.01, exact: true },
  ...{ thisSuite: null, winsTiesLosses: [15, 4, 5], detectable: 0.109, minimumDetectableEffect: 0.1 },
  costRatio: { value: 4.12, interval95: null },
};
const pairedWith = (fields: Partial<NonNullable<Comparison["paired"]>>) => ({
  ...supervisor.paired!,
  ...fields,
});

const empty = buildBenchmarkReport(
  [
    ...syntheticResults("supervisor", [[1]]),
    ...syntheticResults("single-generator", [[1]], { kind: "baseline" }),
  ],
  { model: "m", runs: 1, startedAt: 0, totalMs: 0, budgetExceeded: false, warnings: [] },
);

const say = (comparisons: Partial<Comparison>[], more: Partial<CompleteReport> = {}) =>
  reportSentences({
    ...empty,
    comparisons: comparisons.map((fields) => ({ ...supervisor, ...fields })),
    tasks: 24,
    ...more,
  }).map(({ text }) => text);

test("better, in the words of the design", () => {
  expect(say([{}])).toEqual([
    "supervisor beats the baseline by 0.11 (0.03 to 0.19), better on 15 of 24 tasks and worse on 5, at 4.1 times the cost.",
  ]);
});

test("tasks in families: what there is too little of, and where nothing differed, is told of families", () => {
  const few = { verdict: "too-few-tasks", families: 4, paired: null, permutation: null } as const;
  expect(say([few])).toEqual([
    "Too few families of tasks to tell: at least 6 are needed, and there are 24 tasks in 4 families with scores to compare.",
  ]);
  expect(say([few, { candidate: "debate" }])).toContain(
    "supervisor: too few families of tasks to tell: at least 6 are needed, and 24 tasks in 4 families were compared.",
  );
  const even = { families: 8, delta: 0, paired: null, detectable: null } as const;
  expect(say([{ ...even, verdict: "equivalent", winsTiesLosses: [8, 8, 8] }])[0]).toContain(
    "(the same score in the mean of each of 8 families)",
  );
  expect(say([{ ...even, verdict: "equivalent", winsTiesLosses: [0, 24, 0] }])[0]).toContain(
    "(the same score on all 24 tasks)",
  );
  expect(say([{ ...even, verdict: "inconclusive", winsTiesLosses: [8, 8, 8] }])[0]).toBe(
    "supervisor: no difference seen: it scored the same as the baseline in the mean of each of 8 families, too few to call them the same.",
  );
  expect(say([{ ...even, verdict: "inconclusive", delta: 0.1 }])[0]).toContain(
    "0.10 more on each of 8 families, too few for so many comparisons.",
  );
  const doubted = { families: 8, permutation: { p: 0.2, pAdjusted: 0.2, exact: true } } as const;
  expect(say([doubted])[1]).toContain("Take it as a hint; more families of tasks would settle it.");
});

test("worse: the same the other way round, without minus signs", () => {
  const fields = {
    ...{ candidate: "round-robin", verdict: "worse", delta: -0.085, winsTiesLosses: [2, 2, 20] },
    ...{ paired: pairedWith({ interval95: [-0.12, -0.05] }), costRatio: { value: 0.72, interval95: null } },
  } as const satisfies Partial<Record<keyof Comparison, unknown>>;
  expect(say([fields as Partial<Comparison>])[0]).toBe(
    "round-robin falls short of the baseline by 0.09 (0.05 to 0.12), worse on 20 of 24 tasks and better on 2, at 0.72 times the cost.",
  );
});

test("no difference seen: what could have been seen, rounded up", () => {
  const nothing = { candidate: "debate", verdict: "inconclusive", delta: 0.028 } as const;
  const paired = pairedWith({ interval95: [-0.03, 0.09], p: 0.3, pAdjusted: 0.3 });
  const permutation = { p: 0.3, pAdjusted: 0.3, exact: true };
  expect(say([{ ...nothing, paired, permutation, detectable: 0.0812 }])).toEqual([
    "debate: no difference seen. This run could have seen about 0.09 or more.",
  ]);
  expect(say([{ ...nothing, paired, permutation, detectable: 1.3 }])[0]).toBe(
    "debate: no difference seen. This run could hardly have seen any.",
  );
});

test("a difference that counts alone but not among several is said to be so", () => {
  const paired = pairedWith({ interval95: [0.004, 0.16], p: 0.04, pAdjusted: 0.12, adjustment: "holm" });
  const permutation = { p: 0.05, pAdjusted: 0.2, exact: true };
  expect(say([{ candidate: "debate", verdict: "inconclusive", delta: 0.082, paired, permutation }])).toEqual([
    "debate: no difference shown: +0.082 (0.004 to 0.160) would count alone, but not as one of several comparisons.",
  ]);
});

test("too few tasks: how many are needed, once when it holds for all", () => {
  const few = { verdict: "too-few-tasks", tasks: 4 } as const;
  expect(say([few, { ...few, candidate: "debate" }])).toEqual([
    "Too few tasks to tell: at least 6 are needed, and there are 4 tasks with scores to compare.",
  ]);
  expect(say([{ ...few, tasks: 1 }])[0]).toContain("there is 1 task with");
  expect(say([{}, { ...few, candidate: "debate" }])[1]).toBe(
    "debate: too few tasks to tell: at least 6 are needed, and 4 were compared.",
  );
});

test("what was found comes before what was not", () => {
  const verdicts = [
    "inconclusive",
    "better",
    "too-few-tasks",
    "worse",
    "inconclusive",
    "equivalent",
  ] as const;
  const said = say(verdicts.map((verdict, at) => ({ verdict, candidate: `s${at}` })));
  const order = said.map((text) => /^s(\d)/.exec(text)?.[1]).filter((at) => at !== undefined);
  expect(order.join("")).toBe("135024");
});

test("equivalent, with and without spread", () => {
  const same = { candidate: "debate", verdict: "equivalent" } as const;
  expect(say([{ ...same, delta: 0.01, costRatio: { value: 1.01, interval95: null } }])[0]).toBe(
    "debate does as well as the baseline (any difference is below 0.05), at about the same cost.",
  );
  expect(say([{ ...same, delta: 0, paired: null, tasks: 60, costRatio: null }])[0]).toBe(
    "debate does as well as the baseline (the same score on all 60 tasks).",
  );
});

test("differences that do not vary", () => {
  const flat = {
    paired: null,
    detectable: null,
    minimumDetectableEffect: null,
    costRatio: null,
    tasks: 6,
  } as const;
  expect(say([{ ...flat, delta: 0.2, winsTiesLosses: [6, 0, 0] }])[0]).toBe(
    "supervisor beats the baseline by 0.20, better on all 6 tasks.",
  );
  expect(say([{ ...flat, verdict: "inconclusive", delta: -0.2 }])[0]).toBe(
    "supervisor: no difference shown: 0.20 less on each of 6 tasks, too few for so many comparisons.",
  );
  expect(say([{ ...flat, verdict: "inconclusive", delta: 0 }])[0]).toBe(
    "supervisor: no difference seen: it scored the same as the baseline on all 6 tasks, too few to call them the same.",
  );
});

test("a small real difference is never said to be 0.00", () => {
  const paired = pairedWith({ interval95: [0.0011, 0.0073] });
  const [sentence, doubt] = say([{ delta: 0.0042, paired, winsTiesLosses: [19, 5, 0] }]);
  expect(sentence).toContain("by 0.004 (0.001 to 0.007), better on 19 of 24 tasks and worse on none");
  const small = "supervisor: the difference is real but small, below the 0.05 that matters here.";
  expect(doubt).toBe(small);
  // The same on every task, so that there is no interval.
  for (const delta of [0.02, 0.06])
    expect(say([{ delta, paired: null, winsTiesLosses: [24, 0, 0] }]).includes(small)).toBe(delta < 0.05);
});

test("when the two tests disagree both are shown", () => {
  const permutation = { p: 0.0625, pAdjusted: 0.0625, exact: true };
  expect(say([{ paired: pairedWith({ p: 0.04, pAdjusted: 0.04 }), permutation }])[1]).toBe(
    "supervisor: a second test, which assumes less, does not see the difference (p 0.063, where the first has 0.040). Take it as a hint; more tasks would settle it.",
  );
  const paired = pairedWith({ interval95: [-0.01, 0.2], p: 0.0504, pAdjusted: 0.0504 });
  expect(
    say([{ verdict: "inconclusive", paired, permutation: { ...permutation, pAdjusted: 0.0004 } }])[1],
  ).toBe(
    "supervisor: a second test, which assumes less, does see a difference (p below 0.001, where the first has 0.0504). More tasks would settle it.",
  );
});

test("a cost that is not known is said to be so", () => {
  const summaries = empty.summaries.map((summary) => ({ ...summary, unknownCalls: 1 }));
  expect(say([{ costRatio: null }], { summaries })[0]).toMatch(/worse on 5, at a cost that is not known\.$/);
  expect(say([{ costRatio: null }])[0]).toMatch(/worse on 5\.$/);
});

test("with several baselines the one that is meant is named", () => {
  expect(say([{}], { baselineSubjects: ["single-generator", "pure-large"] })[0]).toContain(
    "supervisor beats single-generator by",
  );
});

test("tasks that are left out", () => {
  const droppedTasks = ["a", "b"];
  const why = "because only these have a score for both.";
  expect(say([{ tasks: 22, droppedTasks }])[1]).toBe(`Compared on 22 of 24 tasks, ${why}`);
  expect(say([{ tasks: 22, droppedTasks }, { candidate: "debate" }])[2]).toBe(
    `supervisor is compared on 22 of 24 tasks, ${why}`,
  );
  expect(say([{ tasks: 0, droppedTasks }, { candidate: "debate" }])[0]).toBe(
    "supervisor: nothing to compare, because no task has a score of both it and the baseline.",
  );
});

test("nothing is worth its money when nobody scored anything", () => {
  const summaries = [true, false].map((pareto, at): SubjectSummary => {
    return { ...empty.summaries[0]!, subject: `s${at}`, pareto, mean: 0, costPerTaskUsd: 1 + at };
  });
  const subjects = ["s0", "s1"];
  expect(say([{}], { subjects, summaries }).join()).not.toContain("money");
  const scored = summaries.map((each, at) => ({ ...each, mean: at / 10 }));
  expect(say([{}], { subjects, summaries: scored }).join()).toContain("On score for money nothing beats s0");
});

const standings = {
  best: { pareto: true, dominated: false },
  beaten: { pareto: false, dominated: true },
  open: { pareto: false, dominated: null },
  unknown: { pareto: null, dominated: null },
};

test("score for money", () => {
  const told = (subjects: Record<string, keyof typeof standings>) =>
    say([{}], {
      subjects: Object.keys(subjects),
      summaries: Object.entries(subjects).map(([subject, standing], at): SubjectSummary => {
        const figures = { mean: 0.5 + at / 10, costPerTaskUsd: 0.01 + at };
        return { ...empty.summaries[0]!, subject, ...standings[standing], ...figures };
      }),
    })[1];
  expect(told({ supervisor: "best", debate: "beaten", "single-generator": "best" })).toBe(
    "On score for money nothing beats supervisor and single-generator; debate is dominated.",
  );
  expect(told({ a: "best", b: "beaten", c: "beaten", d: "beaten" })).toBe(
    "On score for money nothing beats a; b, c and d are dominated.",
  );
  expect(told({ a: "best", b: "beaten", c: "open" })).toBe(
    "On score for money nothing beats a; b is dominated, and whether c is cannot be told.",
  );
  expect(told({ a: "best", b: "best", c: "open", d: "open" })).toBe(
    "On score for money nothing beats a and b; whether c and d are dominated cannot be told.",
  );
  expect(told({ a: "best", b: "best" })).toBe(
    "On score for money no subject beats another: who scores more costs more.",
  );
  expect(told({ a: "unknown", b: "beaten", c: "open" })).toBe(
    "On score for money b is dominated; more cannot be said, because not all costs are known.",
  );
  expect(told({ a: "unknown", b: "open" })).toBeUndefined();
  expect(told({ a: "unknown", b: "unknown" })).toBeUndefined();
});

test("a stop by the budget or by hand comes first", () => {
  const coverage = { ...empty.coverage, planned: 432 };
  expect(say([{}], { budgetExceeded: true, coverage })[0]).toBe(
    "Stopped at the budget after 2 of 432 cells.",
  );
  expect(say([{}], { aborted: true, coverage })[0]).toBe("Stopped by hand after 2 of 432 cells.");
});

test("a budget that was passed by the last cells has stopped nothing", () => {
  expect(say([{}], { budgetExceeded: true })[0]).toBe(
    "More than the budget was spent, and all 2 cells have a score.",
  );
});

test("what is known of the judge", () => {
  const judge: CompleteReport["judge"] = {
    ...{ models: ["a", "b"], repeats: 1, fingerprint: "f", cannotJudge: 1, repeatVariance: null },
    agreement: { krippendorffAlpha: 0.71, kappas: [] },
    canaries: { judged: 3, passed: ["empty output"] },
    golden: { labels: 50, agreement: 0.92, kappa: 0.8, interval: null },
  };
  expect(say([{}], { judge }).slice(1)).toEqual([
    "The judge gave marks to an answer that deserves none (empty output): its scores count for nothing.",
    "The judge agrees with 92 % of 50 labels.",
    "The judges agree fairly with each other (alpha 0.71).",
    "1 criterion could not be judged and is left out.",
  ]);
  const near = {
    ...judge,
    agreement: { krippendorffAlpha: 0.797, kappas: [] },
    golden: { labels: 250, agreement: 249 / 250, kappa: 0.99, interval: null },
  };
  expect(say([{}], { judge: near }).slice(2, 4)).toEqual([
    "The judge agrees with 99.6 % of 250 labels.",
    "The judges agree fairly with each other (alpha 0.797).",
  ]);
});

test("the coverage line: what is missing, why, and whether it matters", () => {
  const line = (coverage: Partial<CompleteReport["coverage"]>, more: Partial<CompleteReport> = {}) =>
    coverageLine({
      ...{ ...empty, comparisons: [supervisor, { ...supervisor, candidate: "debate" }] },
      coverage: { ...empty.coverage, planned: 432, ...coverage },
      ...more,
    });
  expect(line({ scored: 432 })).toBe("Coverage 432 of 432.");
  const unscored = { scored: 431, missing: { unscored: 1 } };
  expect(line(unscored, { judgeModel: "sim/judge" })).toBe(
    "Coverage 431 of 432 (1 unscored: the judge gave no usable answer). No verdict changes at either bound.",
  );
  for (const more of [{}, { judgeModel: "sim/judge", regradeOf: "7f3a" }])
    expect(line(unscored, more)).toContain("(1 unscored: could not be graded)");
  expect(line({ scored: 0, missing: { untried: 432 }, fragile: ["debate"] })).toBe(
    "Coverage 0 of 432 (432 not run).",
  );
  expect(line({ scored: 388, missing: { untried: 44 }, fragile: ["debate"] }, { budgetExceeded: true })).toBe(
    "Coverage 388 of 432 (44 not run: the budget was spent). The verdict on debate would change if all that is missing went for the subject, or all against it.",
  );
  expect(line({ scored: 1, missing: { untried: 431 }, fragile: ["supervisor", "debate"] })).toContain(
    "Every verdict would",
  );
  expect(line({ scored: 432, repeated: 2 })).toContain(
    "2 results came more than once for the same cell; all count.",
  );
});

test("each sentence says what it is about, and of whom", () => {
  const [first] = reportSentences({ ...empty, comparisons: [supervisor] });
  expect(first).toMatchObject({ about: "verdict", subject: "supervisor" });
});

test("subjects of the same score and the same cost are alike", () => {
  const scores = Array.from({ length: 6 }, () => [0.5]);
  const fields = { costUsd: 0.01 };
  const report = buildBenchmarkReport(
    [
      ...syntheticResults("planner", scores, fields),
      ...syntheticResults("solo", scores, { ...fields, kind: "baseline" }),
    ],
    { model: "m", runs: 1, startedAt: 0, totalMs: 0, budgetExceeded: false, warnings: [] },
  );
  expect(reportSentences(report).map(({ text }) => text)).toContain(
    "On score for money planner and solo are alike: the same score at the same cost.",
  );
});

test("judges of a panel that were missing are named", () => {
  const judge = {
    ...{ models: ["a/a", "b/b", "c/c"], repeats: 1, fingerprint: "f", cannotJudge: 0, agreement: null },
    ...{ repeatVariance: null, canaries: null, golden: null },
    failures: [{ judge: "c/c", cells: 3, message: "500" }],
  };
  expect(say([{}], { judge })).toContain(
    "c/c gave no judgement in 3 cells; where enough other judges did, they decided.",
  );
});
