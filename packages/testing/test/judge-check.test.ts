// The judge is checked as it will judge, and what could not be checked is said.
import { type BenchmarkTask, sumUsd } from "@flow-state-dev/core";
import { createSqliteStore, judgeCheckKind, type RunStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { type RunBenchmarkConfig, reportOfRun, runBenchmark } from "../src/index.ts";
import { type Answer, type Asked, answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";
import { rejectionsDuring } from "./support/rejections-during.ts";

type More = Omit<Partial<RunBenchmarkConfig>, "modelResolver" | "judgeResolver">;
const config = (judge: Answer, more: More = {}) => ({
  ...{ subjects: [subject("solo", "baseline")], tasks: tasksOf("a"), runs: 1 },
  ...{ model: "openai/gpt-5.4-mini", judgeModel: "anthropic/claude-haiku-4-5" },
  modelResolver: answering("something"),
  judgeResolver: answering(judge),
  ...more,
});
const sound = verdicts(({ user }) => /<output>\s*something\s*<\/output>/.test(user));
const half: Answer = () =>
  JSON.stringify({
    findings: ["c1", "c2"].map((criterion, at) => ({
      ...{ criterion, evidence: "as seen", verdict: at === 0 ? "met" : "unmet" },
    })),
  });
const said = (answer: Answer, asked: Asked) => (typeof answer === "string" ? answer : answer(asked));
const outage = (): never => {
  throw Object.assign(new Error("http 422"), { statusCode: 422, isRetryable: false });
};

test.each([1, 2])("a check judges as many outputs at once as there may be cells: %d", async (concurrency) => {
  let [now, most] = [0, 0];
  const busy: Answer = async (asked) => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setTimeout(resolve, 5));
    now -= 1;
    return said(sound, asked);
  };
  const [{ prompt, rubric }] = tasksOf("a") as [BenchmarkTask];
  const golden = [true, false].map((label) => {
    return { prompt, rubric, output: `${label ? "" : "no"}something`, labels: rubric.map(() => label) };
  });
  await runBenchmark(config(busy, { concurrency, judge: { canaries: true, golden } }));
  expect(most).toBe(concurrency);
});

test("what a check spends is told as it goes, and is in all that is told of the money afterwards", async () => {
  const checks: number[] = [];
  const told: number[] = [];
  const report = await runBenchmark(
    config(sound, {
      judge: { canaries: true },
      onJudgeCheck: ({ spentUsd }) => checks.push(spentUsd),
      onEvent(event) {
        if (event.type === "planned") told.push(event.spentUsd);
        if (event.type === "spent") told.push(event.totalUsd);
      },
    }),
  );
  expect(checks).toHaveLength(8);
  expect(checks[0]).toBe(0);
  expect(told[0]).toBe(checks.at(-1));
  expect(told.at(-1)).toBe(report.totalCostUsd);
});

test("a listener that rejects is no trouble of the check", async () => {
  const onJudgeCheck = async () => {
    throw new Error("no");
  };
  const checked = config(sound, { judge: { canaries: true }, onJudgeCheck });
  expect(await rejectionsDuring(() => runBenchmark(checked))).toEqual([]);
});

test("a check of a judge with another threshold is not taken over", async () => {
  const store = createSqliteStore(":memory:");
  const strict = config(half, { store, judge: { canaries: true, threshold: 0.9 } });
  await expect(runBenchmark(strict)).resolves.toMatchObject({ judge: { canaries: { passed: [] } } });
  const lax = config(half, { store, resume: true, judge: { canaries: true, threshold: 0.5 } });
  await expect(runBenchmark(lax)).rejects.toMatchObject({ code: "judge-void" });
  await store.close();
});

test("the same check is taken over, with what it warned of", async () => {
  const store = createSqliteStore(":memory:");
  const some: Answer = (asked) => {
    if (/disregard the rubric/i.test(asked.user)) return outage();
    return said(sound, asked);
  };
  const limits = { maxAttempts: 1 };
  const first = await runBenchmark(config(some, { store, limits, judge: { canaries: true } }));
  const [warning] = first.warnings;
  expect(warning).toMatch(/^\d of \d canaries could not be judged: .*http 422/);
  const again = config(sound, { store, limits, resume: true, judge: { canaries: true } });
  const second = await runBenchmark(again);
  expect(second.warnings).toContain(warning);
  // The run is finished as well: nothing at all is judged again.
  expect(again.judgeResolver.asked).toEqual([]);
  await store.close();
});

/** The cells of the latest check of a judge, each with the evidence of its last attempt. */
async function keptChecks(store: RunStore) {
  for await (const { id } of store.runs({ kind: judgeCheckKind, limit: 1 })) {
    const kept = [];
    for await (const { task, outcome, ...cell } of store.cells(id)) {
      const last = (await store.attempts(id, { ...cell, task })).at(-1);
      kept.push({ task, outcome, evidence: last?.state === "ended" ? last.evidence : null });
    }
    return kept;
  }
  return [];
}

test("the check of a judge that is void is kept as failed, by name, and makes it void again without a call", async () => {
  const store = createSqliteStore(":memory:");
  const settings = { store, resume: true, judge: { canaries: true } };
  const fooled = verdicts(({ user }) => /disregard the rubric/i.test(user));
  const error = (await runBenchmark(config(fooled, settings)).catch((thrown: unknown) => thrown)) as {
    details: { canaries: string[] };
  };
  expect(error).toMatchObject({ code: "judge-void" });
  const { canaries } = error.details;
  for await (const { id } of store.runs({ kind: judgeCheckKind }))
    expect(String(error)).toMatch(
      new RegExp(`No subject was run\\. The check cost \\$0\\.\\d+ \\(run ${id.slice(0, 4)}\\)\\.$`),
    );
  expect(canaries.length).toBeGreaterThan(0);
  expect(await keptChecks(store)).toMatchObject([
    {
      ...{ task: "canaries", outcome: { kind: "failed", score: 0 } },
      evidence: {
        canaries: { judged: 7, passed: canaries },
        expectations: [{ pass: false, evidence: expect.stringContaining(canaries.join(", ")) }],
      },
    },
  ]);
  const again = config(sound, settings);
  await expect(runBenchmark(again)).rejects.toMatchObject({
    ...{ code: "judge-void", details: { canaries } },
    message: expect.stringMatching(
      /No subject was run\. The check was made before, and cost \$0\.\d+ then \(run \w+\)\.$/,
    ),
  });
  expect(again.judgeResolver.asked).toEqual([]);
  await store.close();
});

test.each([
  ["all", [true, false, true, false], { kind: "passed", score: 1 }],
  ["half", [true, true, false, false], { kind: "failed", score: 0.5 }],
  [
    "nearly all",
    Array.from({ length: 200 }, (_, at) => at > 0 && at % 2 === 0),
    { kind: "passed", score: 0.995 },
  ],
])(
  "a golden set is kept with the share of labels that the judge agrees on: %s",
  async (_, labels, outcome) => {
    const store = createSqliteStore(":memory:");
    const [{ prompt, rubric }] = tasksOf("a") as [BenchmarkTask];
    const golden = labels.map((label, at) => ({
      ...{ prompt, rubric, output: at % 2 === 0 ? "something" : "nothing", labels: rubric.map(() => label) },
    }));
    const settings = { store, resume: true, judge: { canaries: true, golden } };
    const first = await runBenchmark(config(sound, settings));
    const [canaries, set] = await keptChecks(store);
    expect(canaries).toMatchObject({ outcome: { kind: "passed", score: 1 } });
    expect(set).toMatchObject({ task: "golden", outcome });
    expect(JSON.stringify(set!.evidence)).toContain(`agrees on ${outcome.score * 100} %`);
    const again = config(sound, { ...settings, runs: 2 });
    const second = await runBenchmark(again);
    expect(second.judge).toMatchObject({ canaries: first.judge!.canaries, golden: first.judge!.golden });
    expect(second.totalCostUsd).toBe(cellsUsd(second));
    await store.close();
  },
);

const cellsUsd = ({ results }: { results: readonly { costUsd: number }[] }) =>
  sumUsd(results.map(({ costUsd }) => costUsd));

test("what a check cost is in the run that paid for it, also when it is looked at later, and in no other", async () => {
  const store = createSqliteStore(":memory:");
  const judge = { canaries: true };
  const first = await runBenchmark(config(sound, { store, judge }));
  expect(first.totalCostUsd).toBeGreaterThan(cellsUsd(first));
  const again = await runBenchmark(config(sound, { store, judge, resume: true }));
  expect(again).toMatchObject({ runId: first.runId, totalCostUsd: first.totalCostUsd, costs: first.costs });
  const other = await runBenchmark(config(sound, { store, judge, resume: true, runs: 2 }));
  expect(other.runId).not.toBe(first.runId);
  expect(other.judge!.canaries).toEqual(first.judge!.canaries);
  expect(other.totalCostUsd).toBe(cellsUsd(other));
  const twice = await runBenchmark(config(sound, { store, judge, resume: true, runs: 2 }));
  expect(twice.totalCostUsd).toBe(other.totalCostUsd);
  for (const report of [first, other]) {
    const kept = await reportOfRun(store, (await store.findRun(report.runId!))!);
    expect(kept).toMatchObject({ totalCostUsd: report.totalCostUsd, costs: report.costs });
  }
  await store.close();
});

test("a run that its check and its cells together took to the budget is told to be over it later too", async () => {
  const store = createSqliteStore(":memory:");
  const whole = await runBenchmark(config(sound, { judge: { canaries: true }, tasks: tasksOf("a", "b") }));
  const checkUsd = sumUsd([whole.totalCostUsd, -cellsUsd(whole)]);
  const short = config(sound, {
    ...{ store, judge: { canaries: true }, tasks: tasksOf("a", "b"), concurrency: 1 },
    maxCostUsd: sumUsd([checkUsd, cellsUsd(whole) / 2]),
  });
  const report = await runBenchmark(short);
  expect(report).toMatchObject({ budgetExceeded: true, coverage: { scored: 1 } });
  const kept = await reportOfRun(store, (await store.findRun(report.runId!))!);
  expect(kept.budgetExceeded).toBe(true);
  await store.close();
});

test("a check that is made when cells have spent has only what they left", async () => {
  const store = createSqliteStore(":memory:");
  const first = await runBenchmark(config(sound, { store, runs: 16 }));
  const checked = { store, runs: 16, resume: true, judge: { canaries: true }, maxCostUsd: 0.05 };
  const again = await runBenchmark(config(sound, { ...checked, limits: { strict: true } }));
  expect(again).toMatchObject({ runId: first.runId, totalCostUsd: first.totalCostUsd });
  expect(again.warnings.join("\n")).toContain("The judge could not be checked with canaries: ");
  await store.close();
});

test("a check that came to nothing says why, and is made again on the next resume", async () => {
  const store = createSqliteStore(":memory:");
  let down = true;
  const judge: Answer = (asked) => {
    if (down) return outage();
    return said(sound, asked);
  };
  const limits = { maxAttempts: 1 };
  const settings = { store, limits, judge: { canaries: true } };
  const first = await runBenchmark(config(judge, settings));
  expect(first.warnings.join("\n")).toMatch(/The judge could not be checked with canaries: .*http 422/);
  expect(first.judge!.canaries).toBeNull();
  down = false;
  const second = await runBenchmark(config(judge, { ...settings, resume: true }));
  expect(second.judge!.canaries!.judged).toBeGreaterThan(0);
  expect(second.warnings.join("\n")).not.toContain("could not be checked");
  await store.close();
});

const chatty = "Both look great to me!";
const [one] = tasksOf("a") as [BenchmarkTask];
const golden = [{ prompt: one.prompt, rubric: one.rubric, output: "x", labels: one.rubric.map(() => true) }];

test.each([
  ["canaries", { canaries: true }],
  ["canaries", { canaries: true, golden }],
  ["golden set", { golden }],
])(
  "a judge of which no answer to the %s is a judgement is void, and nothing else is paid for",
  async (check, judge) => {
    const useless = config(chatty, { judge, runs: 5 });
    const error = await runBenchmark(useless).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "judge-void", details: { canaries: [] } });
    expect(String(error)).toMatch(
      new RegExp(
        `^JudgeVoidError: .* is void: none of its answers to the ${check} is a judgement\\. .*not valid JSON.* No subject was run\\. The check cost \\$0\\.\\d+\\.$`,
      ),
    );
    expect((error as { details: { spentUsd: number } }).details.spentUsd).toBeGreaterThan(0);
    expect(useless.modelResolver.asked).toEqual([]);
    // Twice two answers to each of seven canaries, or to the one output: then it is known.
    expect(useless.judgeResolver.asked).toHaveLength(check === "canaries" ? 28 : 4);
  },
);

test("a judge that was void for its answers is checked again on the next resume", async () => {
  const store = createSqliteStore(":memory:");
  const settings = { store, judge: { canaries: true }, resume: true };
  await expect(runBenchmark(config(chatty, settings))).rejects.toMatchObject({ code: "judge-void" });
  const report = await runBenchmark(config(sound, settings));
  expect(report.judge!.canaries).toEqual({ judged: 7, passed: [] });
  await store.close();
});

test("a judge that one answer never came of, or that has judged something, is not void", async () => {
  const limits = { maxAttempts: 1 };
  const warnings = async (judge: Answer, more: RunBenchmarkConfig["judge"]) =>
    (await runBenchmark(config(judge, { limits, judge: { canaries: true, ...more } }))).warnings.join("\n");
  const plea = ({ user }: { user: string }) => /disregard the rubric/i.test(user);
  const away: Answer = (asked) => (plea(asked) ? outage() : chatty);
  expect(await warnings(away, {})).toMatch(/The judge could not be checked with canaries: .*http 422/);
  const seldom: Answer = (asked) => (plea(asked) ? said(half, asked) : chatty);
  expect(await warnings(seldom, { threshold: 0.9 })).toMatch(/6 of 7 canaries could not be judged/);
  const once: Answer = (asked) => (asked.user.includes("<output>\nx\n") ? chatty : said(sound, asked));
  expect(await warnings(once, { golden })).toMatch(/The judge could not be checked with golden: /);
});

test.each([
  ["too many labels", { labels: [true, false] }, "item g has 2 labels for 1 criteria"],
  ["no labels", { labels: undefined }, "has 0 labels"],
  ["a label that is a word", { labels: ["yes"] }, "neither true nor false"],
  ["an empty rubric", { rubric: [] }, "it has no criterion"],
])("a golden set with %s is an error before anything is spent", async (_what, change, message) => {
  const item = { id: "g", prompt: "p", rubric: ["a"], output: "x", labels: [true], ...change };
  const broken = config(sound, { judge: { golden: [item as never] } });
  await expect(runBenchmark(broken)).rejects.toMatchObject({
    code: "benchmark-config",
    message: expect.stringContaining(message),
  });
  expect([...broken.modelResolver.asked, ...broken.judgeResolver.asked]).toEqual([]);
});
