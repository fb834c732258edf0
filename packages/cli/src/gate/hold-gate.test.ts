import { collectScores, compareScores, failed, passed, type ScoredRun } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { type GatePolicy, gatePolicy } from "./gate-policy.ts";
import { gateMarkdown, gateText } from "./gate-text.ts";
import { type GateFacts, holdGate } from "./hold-gate.ts";

function runOf(id: string, subjects: Record<string, readonly number[]>): ScoredRun {
  const { add, scores } = collectScores();
  const tasks: Record<string, string> = {};
  for (const [subject, list] of Object.entries(subjects))
    list.forEach((score, at) => {
      tasks[`t${at + 1}`] = "hash";
      const outcome = score === 1 ? passed(1) : failed(score);
      add({ subject, task: `t${at + 1}`, run: 0, outcome, workingMs: 1, suspect: false }, 0.1);
    });
  const plan = { kind: "bench", name: "s", subjects: Object.keys(subjects), tasks, runs: 1 };
  const manifest = { ...plan, models: {}, conditions: {}, circumstances: {}, simulated: false };
  return { scores, run: { id, manifest, state: "finished", createdAt: "", plannedCells: 1 } };
}

const facts: GateFacts = {
  ...{ unit: "case", coverage: { scored: 19, planned: 20 }, comparison: null },
  subjects: [{ name: "x", costUsd: 0.61, seconds: 12 }],
};

function held(before: readonly number[], after: readonly number[], policy: Partial<GatePolicy> = {}) {
  const whole = { ...gatePolicy({}, undefined), ...policy };
  const comparison = compareScores(runOf("aaaa-1", { x: before }), runOf("bbbb-2", { x: after }), {
    margin: whole.margin,
  });
  return holdGate({ ...facts, comparison }, whole);
}

const ones = Array.from({ length: 20 }, () => 1);
const drop = (count: number) => ones.map((_, at) => (at < count ? 0 : 1));

test("a drop that the paired test supports fails, and says which tasks", () => {
  const { passed: good, checks } = held(ones, drop(12));
  expect(good).toBe(false);
  expect(checks).toHaveLength(1);
  expect(checks[0]!.sentence).toMatch(
    /^pass rate 1\.00 → 0\.40 \(−0\.60, 20 tasks\) against run aaaa: surely worse by more than 0\.05 \(interval −0\.78 to −0\.31\)\. No longer passed: t1, .*t8 and 4 more\.$/,
  );
});

test("one that may be chance does not, unless doubt is to fail", () => {
  const regression = held(ones, drop(1));
  expect(regression).toMatchObject({ passed: true, checks: [{ state: "open" }] });
  expect(gateText(regression)).toMatch(/^Gate passed, with doubt\.\n {2}\? pass rate 1\.00 → 0\.95/);
  const doubt = held(ones, drop(1), { failOn: "doubt" });
  expect(doubt.passed).toBe(false);
  expect(doubt.checks[0]!.sentence).toContain("whether it is worse by more than 0.05 cannot be told");
  expect(held(ones, drop(1), { failOn: "doubt", margin: 0.3 })).toMatchObject({
    ...{ passed: true, checks: [{ state: "held" }] },
  });
});

test("one that is called otherwise is compared all the same, and named", () => {
  const against = (before: string, now: string, unit: string) => {
    const options = { margin: 0.05, subjects: { a: before, b: now } };
    const comparison = compareScores(
      runOf("aaaa-1", { [before]: ones }),
      runOf("b", { [now]: ones }),
      options,
    );
    return holdGate({ ...facts, unit, comparison }, gatePolicy({}, undefined)).checks[0]!.sentence;
  };
  expect(against("x", "y", "case")).toContain(" against run aaaa (another agent: x): the same");
  expect(against("x", "y", "task")).toContain(" against run aaaa (another subject: x): the same");
  expect(against("x", "x", "case")).toContain(" against run aaaa: the same");
  // A file that does not name its agent.
  expect(against("agent", "x", "case")).toContain(" against run aaaa: the same");
});

test("what is the same everywhere holds, whatever the number of tasks", () => {
  for (const failOn of ["regression", "doubt"] as const) {
    expect(held([1, 0], [1, 0], { failOn }).checks).toMatchObject([{ state: "held" }]);
    expect(held(drop(3), drop(3), { failOn }).passed).toBe(true);
  }
});

test("with too few tasks for a test every task that passed must still pass", () => {
  expect(held([1, 1], [1, 0])).toMatchObject({
    passed: false,
    checks: [
      {
        sentence: expect.stringContaining("so every task that passed must still pass. No longer passed: t2."),
      },
    ],
  });
  expect(held([0, 1], [1, 1]).passed).toBe(true);
  expect(held([0, 1], [1, 1], { failOn: "doubt" }).passed).toBe(false);
});

test("several subjects are named, and one that fails is enough", () => {
  const comparison = compareScores(
    runOf("aaaa", { x: ones, y: ones }),
    runOf("bbbb", { x: ones, y: drop(12) }),
  );
  const { passed: good, checks } = holdGate({ ...facts, comparison }, gatePolicy({}, undefined));
  expect(good).toBe(false);
  expect(checks.map(({ state }) => state)).toEqual(["held", "broken"]);
  expect(checks[1]!.sentence).toMatch(/^y: pass rate/);
});

test("runs that cannot be compared fail, in words", () => {
  const comparison = compareScores(runOf("aaaa", { x: [1] }), runOf("bbbb", { y: [1] }));
  const { passed: good, checks } = holdGate({ ...facts, comparison }, gatePolicy({}, undefined));
  expect(good).toBe(false);
  expect(checks[0]!.sentence).toBe(
    "Nothing can be compared with run aaaa. They have no subject in common: choose one of each to compare.",
  );
});

test("limits of cost, time and coverage: at the limit holds, beyond fails; unknown money fails, an unknown time is doubt", () => {
  const states = (limits: Partial<GatePolicy>, more: Partial<GateFacts> = {}) =>
    holdGate({ ...facts, ...more }, { ...gatePolicy({}, undefined), ...limits }).checks.map(
      ({ state }) => state,
    );
  expect(states({})).toEqual([]);
  expect(states({ maxCost: 0.61, maxTime: 12, minCoverage: 0.95 })).toEqual(["held", "held", "held"]);
  expect(states({ maxCost: 0.6, maxTime: 11, minCoverage: 0.96 })).toEqual(["broken", "broken", "broken"]);
  const unknown = { subjects: [{ name: "x", costUsd: null, seconds: null }] };
  // A starved machine measures nothing, which is doubt; money that nobody counts may be any sum.
  expect(states({ maxCost: 1, maxTime: 1 }, unknown)).toEqual(["broken", "open"]);
  expect(states({ maxTime: 1, failOn: "doubt" }, unknown)).toEqual(["broken"]);
  expect(states({ minCoverage: 0 }, { coverage: { scored: 0, planned: 0 } })).toEqual(["held"]);
});

test("sentences have the figures, and a coverage that falls short never looks as if it did not", () => {
  const coverage = { scored: 9999, planned: 10_000 };
  const policy = { ...gatePolicy({}, undefined), maxCost: 0.5, minCoverage: 1 };
  expect(gateText(holdGate({ ...facts, coverage }, policy))).toBe(
    "Gate failed.\n" +
      "  ✗ x costs $0.61 a case; at most $0.50 a case is asked for.\n" +
      "  ✗ 9999 of 10000 runs have a result (99.9 %); at least 100 % is asked for.\n",
  );
  expect(gateText(holdGate(facts, gatePolicy({}, undefined)))).toBe("");
  const hostile = { ...facts, subjects: [{ name: "<b>|x", costUsd: 1, seconds: 1 }] };
  expect(gateMarkdown(holdGate(hostile, { ...policy, minCoverage: null }))).toContain(
    "✗ &lt;b&gt;\\|x costs",
  );
});

test("a limit of less than a millisecond is not told as none", () => {
  const policy = { ...gatePolicy({}, "max-time=0.00001") };
  const quick = { ...facts, subjects: [{ name: "x", costUsd: 0, seconds: 0.0014 }] };
  expect(gateText(holdGate(quick, policy))).toContain(
    "x takes 1.4 ms a case; at most 0.01 ms a case is asked for.",
  );
  expect(gateText(holdGate(facts, policy))).toContain(
    "x takes 12 s a case; at most 0.01 ms a case is asked for.",
  );
});

test("tasks of the earlier run that could not be compared are named: doubt, and a failure when they are most", () => {
  const whole = gatePolicy({}, undefined);
  const compared = (after: ReturnType<typeof runOf>, policy: Partial<GatePolicy> = {}) =>
    holdGate(
      { ...facts, comparison: compareScores(runOf("aaaa-1", { x: ones }), after, { margin: whole.margin }) },
      { ...whole, ...policy },
    );
  const fewer = runOf("bbbb-2", { x: ones.slice(0, 3) });
  const left = compared(fewer);
  expect(left).toMatchObject({ passed: true, checks: [{ state: "held" }, { state: "open" }] });
  expect(left.checks[1]!.sentence).toMatch(
    /^3 of 20 cases compared with run aaaa \(not in this run: t4, .* and 9 more\)\.$/,
  );
  expect(compared(fewer, { failOn: "doubt" }).passed).toBe(false);
  const changed = runOf("bbbb-2", { x: ones });
  const tasks = changed.run.manifest.tasks as Record<string, string>;
  for (let at = 2; at <= 20; at++) tasks[`t${at}`] = "other";
  expect(compared(changed)).toMatchObject({
    passed: false,
    checks: [{ state: "held" }, { state: "broken" }],
  });
  expect(compared(changed).checks[1]!.sentence).toContain("changed content: t2");
});

test("what only the new run has is doubt too: tasks, and subjects on either side, each sentence with its subject", () => {
  const sentences = (before: ScoredRun, after: ScoredRun, fuller?: string) => {
    const told = { ...facts, comparison: compareScores(before, after), ...(fuller && { fuller }) };
    const lenient = holdGate(told, gatePolicy({}, undefined));
    const strict = holdGate(told, gatePolicy({}, "fail-on=doubt"));
    expect([lenient.passed, strict.passed]).toEqual([true, false]);
    return lenient.checks.map(({ state, sentence }) => `${state} ${sentence}`);
  };
  const one = runOf("aaaa-1", { x: [1] });
  expect(sentences(one, runOf("bbbb-2", { x: [1, 0, 0] }), "Run cccc has them.")).toEqual([
    "held pass rate 1.00 → 1.00 (0.00, 1 task) against run aaaa: the same on every task.",
    "open 1 of 3 cases compared with run aaaa (not in run aaaa: t2, t3). Run cccc has them.",
  ]);
  expect(sentences(one, runOf("bbbb-2", { x: [1], y: [0] }))).toEqual([
    "held x: pass rate 1.00 → 1.00 (0.00, 1 task) against run aaaa: the same on every task.",
    "open 1 agent of this run not compared, for run aaaa does not have it: y.",
  ]);
  const three = runOf("aaaa-1", { x: [1], y: [1], z: [1] });
  expect(sentences(three, runOf("bbbb-2", { x: [1, 1] }))).toEqual([
    "held x: pass rate 1.00 → 1.00 (0.00, 1 task) against run aaaa: the same on every task.",
    "open x: 1 of 2 cases compared with run aaaa (not in run aaaa: t2).",
    "open 2 agents of run aaaa not compared, for this run does not have them: y, z.",
  ]);
  const two = sentences(runOf("aaaa-1", { x: [1], y: [1] }), runOf("bbbb-2", { x: [1, 1], y: [1, 1] }));
  expect(two[2]).toBe("open x, y: 1 of 2 cases compared with run aaaa (not in run aaaa: t2).");
});

test("a case that another agent has is none of this one's, and what is missing is told of whose it is", () => {
  const own = runOf("aaaa-1", { x: [1, 1], y: [] });
  const own2 = runOf("bbbb-2", { x: [1, 1], y: [1] });
  const { checks } = holdGate({ ...facts, comparison: compareScores(own, own2) }, gatePolicy({}, undefined));
  expect(checks.map(({ sentence }) => sentence)).toEqual([
    "x: pass rate 1.00 → 1.00 (0.00, 2 tasks) against run aaaa: the same on every task.",
    "y: no task has a score both here and in run aaaa.",
    "y: 0 of 1 case compared with run aaaa (no result here or there: t1).",
  ]);
});

test("two agents of other names that were put beside each other are not told as missing", () => {
  const comparison = compareScores(runOf("aaaa-1", { x: [1] }), runOf("bbbb-2", { y: [1] }), {
    subjects: { a: "x", b: "y" },
  });
  const { checks } = holdGate({ ...facts, comparison }, gatePolicy({}, "fail-on=doubt"));
  expect(checks).toMatchObject([{ state: "held" }]);
});

test("tasks whose earlier content nobody knows are doubt, in the name of the file", () => {
  const comparison = compareScores(runOf("aaaa-1", { x: ones }), runOf("bbbb-2", { x: ones }));
  const told = { ...facts, comparison, against: "old.json", unchecked: ["t1"] };
  const lenient = holdGate(told, gatePolicy({}, undefined));
  expect(lenient).toMatchObject({ passed: true, checks: [{ state: "held" }, { state: "open" }] });
  expect(lenient.checks.map(({ sentence }) => sentence)).toEqual([
    "pass rate 1.00 → 1.00 (0.00, 20 tasks) against old.json: the same on every task.",
    "Whether 1 task changed since cannot be told, for old.json does not hold their hash (t1). Write it anew with x bench --output.",
  ]);
  expect(holdGate(told, gatePolicy({}, "fail-on=doubt")).passed).toBe(false);
});

test("what is just beyond a limit does not look like the limit", () => {
  const subjects = [{ name: "x", costUsd: 0.5004, seconds: 60.3 }];
  const { checks } = holdGate({ ...facts, subjects }, { ...gatePolicy({}, "max-cost=0.5,max-time=60") });
  expect(checks.map(({ state, sentence }) => [state, sentence])).toEqual([
    ["broken", "x costs $0.5004 a case; at most $0.5000 a case is asked for."],
    ["broken", "x takes 60.3 s a case; at most 60 s a case is asked for."],
  ]);
});

test("a small margin is told as it is, and an interval that ends near it too", () => {
  const many = Array.from({ length: 400 }, () => 1);
  const { checks } = held(many, [0.999, ...many.slice(1)], { margin: 0.004 });
  expect(checks[0]!.sentence).toMatch(/: surely not worse by more than 0\.004 \(interval /);
  const lower = held(
    drop(0).map(() => 0.5),
    drop(0).map((_, at) => (at % 2 === 0 ? 0.44 : 0.449)),
  );
  expect(lower.checks[0]!.sentence).toContain("surely worse by more than 0.05 (interval −0.059 to −0.054)");
});

test("the same work graded anew: one that is lost fails whatever the test says, what is gained is no doubt", () => {
  const again = (after: readonly number[], lost: readonly string[], changed: readonly string[] = []) => {
    const comparison = compareScores(
      ...([runOf("aaaa-1", { x: drop(1) }), runOf("bbbb-2", { "replay:last": after })] as const),
      { subjects: { a: "x", b: "replay:last" } },
    );
    const told = { ...facts, comparison, repeated: { lost, changed } };
    const [check, ...others] = holdGate(told, gatePolicy({}, "fail-on=doubt")).checks;
    expect(others).toEqual([]);
    return `${check!.state} ${check!.sentence}`;
  };
  const head = (figures: string) =>
    `pass rate ${figures}, 20 tasks) against run aaaa, whose work it repeats:`;
  expect(again(drop(1), [])).toBe(`held ${head("0.95 → 0.95 (0.00")} the same on every task.`);
  expect(again(ones, [])).toBe(
    `held ${head("0.95 → 1.00 (+0.05")} all that passed with this work still does.`,
  );
  expect(again([1, 0, ...ones.slice(2)], ["t2"], ["t2", "t3"])).toBe(
    `broken ${head("0.95 → 0.95 (0.00")} every case that passed with this work must still pass. No longer passed: t2. Changed since: t2, t3.`,
  );
});

test("a drop on siblings alone is no more than one task lost: families are counted, and told", () => {
  const [before, after] = [runOf("aaaa-1", { x: ones }), runOf("bbbb-2", { x: drop(8) })];
  const inFamilies = (size: number) => {
    const tasks = ones.map((_, at) => ({ id: `t${at + 1}`, family: `f${Math.floor(at / size)}` }));
    const manifest = { ...after.run.manifest, circumstances: { benchmark: { tasks } } };
    const comparison = compareScores(before, { ...after, run: { ...after.run, manifest } });
    return holdGate({ ...facts, comparison }, gatePolicy({}, undefined)).checks[0]!;
  };
  expect(held(ones, drop(8)).checks[0]).toMatchObject({ state: "broken" });
  expect(inFamilies(2)).toMatchObject({ sentence: expect.stringContaining("20 tasks in 10 families") });
  expect(inFamilies(5)).toMatchObject({
    state: "broken",
    sentence: expect.stringContaining(
      "too few families of tasks for a test, which takes 6, so every task that passed must still pass",
    ),
  });
});
