import { expect, test } from "vitest";
import { scoredRun, type ToldCell } from "../../test/support/scored-run.ts";
import { compareRuns, createSqliteStore, type Outcome } from "../index.ts";

/** Dataset D6 of the statistics notes: 6 tasks × 3 runs. */
const d6 = {
  a: [
    [1, 1, 1],
    [1, 1, 0],
    [1, 0, 1],
    [0, 1, 1],
    [1, 0, 0],
    [0, 0, 0],
  ],
  b: [
    [1, 1, 0],
    [1, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 0],
    [0, 0, 1],
  ],
};
const d8 = [0.2, 0.1, 0.3, -0.1, 0.25, 0.05, 0.15, 0];

function byTask(lists: readonly (readonly (ToldCell | number)[])[]) {
  return Object.fromEntries(lists.map((runs, at) => [`t${at + 1}`, runs]));
}

const memory = () => createSqliteStore(":memory:");

test("oracle D6: means, paired interval, p and sign-flip are those of the reports", async () => {
  const store = memory();
  const a = await scoredRun(store, { x: byTask(d6.b) });
  const b = await scoredRun(store, { x: byTask(d6.a) });
  const { subjects, unlike, tasks, differences } = await compareRuns(store, a, b);
  const [x] = subjects;
  expect(x!.a.mean).toBeCloseTo(0.333333, 6);
  expect(x!.b.mean).toBeCloseTo(0.555556, 6);
  expect(x!.delta).toBeCloseTo(0.222222, 6);
  expect(x!.paired!.standardError).toBeCloseTo(0.111111, 6);
  expect(x!.paired!.interval95.map((end) => Number(end.toFixed(6)))).toEqual([-0.063398, 0.507842]);
  expect(x!.paired!.p).toBeCloseTo(0.101939, 6);
  expect(x!.permutation).toEqual({ p: 0.21875, pAdjusted: 0.21875, exact: true });
  expect(x).toMatchObject({ verdict: "inconclusive", measure: "pass rate", tasks: 6, runsPerTask: [3, 3] });
  expect(x!.detectable).toBeCloseTo(0.391852, 6);
  expect(x!.minimumDetectableEffect).toBeCloseTo(0.311287, 6);
  expect(x!.winsTiesLosses).toEqual([5, 0, 1]);
  expect({ unlike, changed: tasks.changed, differences }).toEqual({
    ...{ unlike: [], changed: [] },
    differences: { matter: [], informational: [], same: ["tasks", "runs", "model"] },
  });
});

test("oracle D8: the one-sided question is answered from the 90 % interval", async () => {
  const store = memory();
  const a = await scoredRun(store, { x: byTask(d8.map(() => [0.5])) });
  const b = await scoredRun(store, { x: byTask(d8.map((difference) => [0.5 + difference])) });
  const [up] = (await compareRuns(store, a, b)).subjects;
  expect(up!.nonInferiority.interval!.map((end) => Number(end.toFixed(6)))).toEqual([0.029352, 0.208148]);
  expect(up).toMatchObject({
    verdict: "better",
    measure: "mean score",
    nonInferiority: { state: "shown-not-worse" },
  });
  const states = [];
  for (const margin of [0, 0.02, 0.05, 0.3]) {
    const [down] = (await compareRuns(store, b, a, { margin })).subjects;
    states.push(down!.nonInferiority.state);
  }
  expect(states).toEqual(["shown-worse", "shown-worse", "open", "shown-not-worse"]);
});

test("flips name the task, and a run of each side that shows it", async () => {
  const store = memory();
  const a = await scoredRun(store, { x: { stays: [1, 1], lost: [1, 1], gained: [1, 0], flaky: [0, 1] } });
  const b = await scoredRun(store, { x: { stays: [1, 1], lost: [1, 0], gained: [1, 1], flaky: [1, 0] } });
  const [x] = (await compareRuns(store, a, b)).subjects;
  expect(x!.flips).toEqual([
    { task: "lost", direction: "lost", failedRun: 1, passedRun: 0 },
    { task: "gained", direction: "gained", failedRun: 1, passedRun: 0 },
  ]);
  expect(x!.verdict).toBe("too-few-tasks");
});

test("a flip is a share of passed runs that crosses one half, whatever the number of runs", async () => {
  const store = memory();
  const flipsOf = async (before: (ToldCell | number)[], after: (ToldCell | number)[]) => {
    const a = await scoredRun(store, { x: { t: before } });
    const b = await scoredRun(store, { x: { t: after } });
    const [there, back] = [await compareRuns(store, a, b), await compareRuns(store, b, a)];
    return [there, back].flatMap(({ subjects }) => subjects[0]!.flips.map(({ direction }) => direction));
  };
  expect(await flipsOf([1, 1, 0], [0, 1, 1])).toEqual([]);
  expect(await flipsOf([1], [1, 1, 0])).toEqual([]);
  expect(await flipsOf([1, 1, 1], [1, 1, 0])).toEqual([]);
  expect(await flipsOf([0], [1, 0, 0])).toEqual([]);
  expect(await flipsOf([1], [1, 0, 0])).toEqual(["lost", "gained"]);
  expect(await flipsOf([1, 1, 0], [0, 0, 1])).toEqual(["lost", "gained"]);
  // The same mean, with other runs that are good enough, is no change.
  const graded = (outcome: Outcome): ToldCell => ({ outcome });
  const even = [graded({ kind: "passed", score: 0.6 })];
  const torn = [graded({ kind: "passed", score: 1 }), graded({ kind: "failed", score: 0.2 })];
  expect(await flipsOf(even, torn)).toEqual([]);
});

test("what a subject ran and cannot be paired is told for each of them", async () => {
  const store = memory();
  const a = await scoredRun(store, { x: { same: [1], changed: [1], gone: [0] }, y: { same: [1] } });
  const tasks = { same: "hash of same", changed: "another", fresh: "f" };
  const b = await scoredRun(
    store,
    { x: { same: [0], changed: [0] }, y: { same: [1], fresh: [0] } },
    { tasks },
  );
  const { subjects } = await compareRuns(store, a, b);
  expect(subjects.map(({ unpaired }) => unpaired)).toEqual([
    { changed: ["changed"], onlyA: ["gone"], onlyB: [] },
    { changed: [], onlyA: [], onlyB: ["fresh"] },
  ]);
});

test("a task whose content changed is named and left out; so is one that only one of them has", async () => {
  const store = memory();
  const cells = { x: { same: [1], changed: [1], gone: [0] } };
  const a = await scoredRun(store, cells);
  const tasks = { same: "hash of same", changed: "another", fresh: "f" };
  const b = await scoredRun(store, { x: { same: [0], changed: [0], fresh: [0] } }, { tasks });
  const compared = await compareRuns(store, a, b);
  expect(compared.tasks).toEqual({
    ...{ shared: ["same"], changed: ["changed"], onlyA: ["gone"], onlyB: ["fresh"], unchecked: false },
  });
  expect(compared.subjects[0]!.pairs.map(({ task }) => task)).toEqual(["same"]);
  expect(compared.differences.matter.map(({ topic }) => topic)).toEqual(["tasks", "tasks"]);
});

test("cells without a score lower the coverage and are no zeros; a task without any is dropped", async () => {
  const store = memory();
  const lost: Outcome = { kind: "infrastructure", error: { name: "E", message: "m" } };
  const broken: Outcome = { kind: "errored", error: { name: "E", message: "m" } };
  const a = await scoredRun(store, { x: { t1: [1, 1], t2: [1, 1] } });
  const b = await scoredRun(store, {
    x: { t1: [1, { outcome: lost }], t2: [{ outcome: lost }, { outcome: lost }] },
  });
  const { b: second, subjects } = await compareRuns(store, a, b);
  expect(second).toMatchObject({ planned: 4, scored: 1 });
  expect(subjects[0]).toMatchObject({ delta: 0, droppedTasks: ["t2"], b: { scored: 1, tried: 2, mean: 1 } });
  const c = await scoredRun(store, { x: { t1: [{ outcome: broken }], t2: [1] } });
  expect((await compareRuns(store, a, c)).subjects[0]).toMatchObject({ delta: -0.5, b: { scored: 2 } });
});

test("costs are those of one cell; one that nobody knows makes the ratio unknown, never 0", async () => {
  const store = memory();
  const priced = (...costs: (number | null)[]) => costs.map((costUsd): ToldCell => ({ outcome: 1, costUsd }));
  const a = await scoredRun(store, { x: { t1: priced(0.2, 0.4), t2: priced(0.1) } });
  const b = await scoredRun(store, { x: { t1: priced(0.6), t2: priced(0.2, 0.2) } });
  const [x] = (await compareRuns(store, a, b)).subjects;
  expect([x!.a.costUsd, x!.b.costUsd].map((usd) => Number(usd!.toFixed(9)))).toEqual([0.2, 0.4]);
  expect(x!.costRatio!.value).toBeCloseTo(2, 9);
  expect(x!.costRatio!.interval95).toBeNull();
  const c = await scoredRun(store, { x: { t1: priced(0.6), t2: priced(null) } });
  expect((await compareRuns(store, a, c)).subjects[0]).toMatchObject({
    costRatio: null,
    b: { costUsd: null },
  });
  // An agent that did not tell has nothing in the books.
  const d = await scoredRun(store, { x: { t1: [{ outcome: 1, evidence: { costUsd: null } }], t2: [1] } });
  expect((await compareRuns(store, a, d)).subjects[0]!.b.costUsd).toBeNull();
  const free = await scoredRun(store, { x: { t1: [{ outcome: 1, evidence: { costUsd: 0 } }], t2: [1] } });
  expect((await compareRuns(store, a, free)).subjects[0]!.b.costUsd).toBe(0);
});

test("times are those of cells that can be trusted", async () => {
  const store = memory();
  const took = (workingMs: number, suspect = false): ToldCell => ({ outcome: 1, workingMs, suspect });
  const a = await scoredRun(store, { x: { t1: [took(100)], t2: [took(300)] } });
  const b = await scoredRun(store, { x: { t1: [took(200), took(9000, true)], t2: [took(600)] } });
  const [x] = (await compareRuns(store, a, b)).subjects;
  expect(x).toMatchObject({ a: { workingMs: 200 }, b: { workingMs: 400 }, timeRatio: { value: 2 } });
});

test("times are the subject's own where they were measured, as in reports: grading is not in them", async () => {
  const store = memory();
  const took = (ms: number): ToldCell => ({ outcome: 1, workingMs: ms + 5000, evidence: { agentMs: ms } });
  const a = await scoredRun(store, { x: { t1: [took(100)], t2: [took(300)] } });
  const b = await scoredRun(store, { x: { t1: [took(200)], t2: [took(600)] } });
  const [x] = (await compareRuns(store, a, b)).subjects;
  expect(x).toMatchObject({ a: { workingMs: 200 }, b: { workingMs: 400 }, timeRatio: { value: 2 } });
});

test("unlike runs are labelled", async () => {
  const store = memory();
  const a = await scoredRun(store, { x: { t1: [1] } });
  const other = { kind: "compare", name: "patterns", simulated: true };
  const b = await scoredRun(store, { y: { t2: [1] } }, other);
  const { unlike, subjects, subjectsOnlyA, subjectsOnlyB } = await compareRuns(store, a, b);
  expect(unlike).toEqual([
    "These are runs of two kinds, bench and compare: their scores do not mean the same.",
    "These are runs of two benchmarks, suite and patterns.",
    "They have no task in common with the same content: nothing can be compared.",
    "They have no subject in common: choose one of each to compare.",
    "The models of one of them were simulated: the difference says nothing about the real ones.",
  ]);
  expect({ subjects, subjectsOnlyA, subjectsOnlyB }).toEqual({
    subjects: [],
    subjectsOnlyA: ["x"],
    subjectsOnlyB: ["y"],
  });
});

test("two subjects of one run can be compared; one that is not there is refused by name", async () => {
  const store = memory();
  const run = await scoredRun(store, { x: byTask(d6.b), y: byTask(d6.a) });
  const { subjects } = await compareRuns(store, run, run, { subjects: { a: "x", b: "y" } });
  expect(subjects).toHaveLength(1);
  expect(subjects[0]!.delta).toBeCloseTo(0.222222, 6);
  expect(subjects[0]).toMatchObject({ a: { subject: "x" }, b: { subject: "y" } });
  await expect(compareRuns(store, run, run, { subjects: { a: "x", b: "z" } })).rejects.toMatchObject({
    code: "unknown-subject-of-run",
    message: expect.stringMatching(/has no subject "z". Choose one of: x, y\.$/),
  });
  await expect(compareRuns(store, run, run, { margin: -1 })).rejects.toThrow("The margin is -1.");
});

test("Holm over the subjects that both have", async () => {
  const store = memory();
  const half = d8.map(() => [0.5]);
  const up = d8.map((difference) => [0.5 + difference]);
  const a = await scoredRun(store, { x: byTask(half), y: byTask(half) });
  const b = await scoredRun(store, { x: byTask(up), y: byTask(half) });
  const [x] = (await compareRuns(store, a, b)).subjects;
  expect(x!.paired!.p).toBeCloseTo(0.040008, 6);
  expect(x!.paired!.pAdjusted).toBeCloseTo(0.080016, 6);
  expect(x!.paired!.adjustment).toBe("holm");
  // The 5 % of the one-sided question are shared, which makes its interval the one of 95 %.
  expect(x!.nonInferiority.interval!.map((end) => Number(end.toFixed(6)))).toEqual([0.007172, 0.230328]);
  expect(x!.verdict).toBe("inconclusive");
});

test("without any variance the sign-flip decides or, of a pass rate, how few are lost; and never having differed shows little", async () => {
  const store = memory();
  const all = (score: number, tasks: number) => byTask(Array.from({ length: tasks }, () => [score]));
  const [good, bad] = [await scoredRun(store, { x: all(1, 8) }), await scoredRun(store, { x: all(0, 8) })];
  expect((await compareRuns(store, good, bad)).subjects[0]).toMatchObject({
    ...{ verdict: "worse", paired: null, nonInferiority: { state: "shown-worse" } },
  });
  const [low, high] = [0.1, 0.2].map((score) => all(score, 8));
  const [less, more] = [await scoredRun(store, { x: low! }), await scoredRun(store, { x: high! })];
  expect((await compareRuns(store, more, less)).subjects[0]).toMatchObject({
    ...{ verdict: "worse", paired: null, nonInferiority: { state: "shown-worse", interval: null } },
  });
  expect((await compareRuns(store, bad, good)).subjects[0]!.nonInferiority.state).toBe("shown-not-worse");
  expect((await compareRuns(store, good, good)).subjects[0]!.nonInferiority.state).toBe("open");
  const many = await scoredRun(store, { x: all(1, 59) });
  expect((await compareRuns(store, many, many)).subjects[0]).toMatchObject({
    ...{ verdict: "equivalent", nonInferiority: { state: "shown-not-worse" } },
  });
  const nearly = await scoredRun(store, { x: byTask([[0], [0], [0], [0], [0.1]]) });
  expect((await compareRuns(store, good, nearly)).subjects[0]!.nonInferiority).toEqual({
    ...{ state: "open", interval: expect.any(Array) },
  });
  const few = await scoredRun(store, { x: all(0, 5) });
  expect((await compareRuns(store, good, few)).subjects[0]!.nonInferiority.state).toBe("open");
});

test("cells of an earlier content of their task do not count", async () => {
  const store = memory();
  const a = await scoredRun(store, { x: { t1: [1], t2: [1] } });
  const stale = await scoredRun(
    store,
    { x: { t1: [0], t2: [1] } },
    { tasks: { t1: "old", t2: "hash of t2" } },
  );
  const manifest = { ...stale.manifest, tasks: a.manifest.tasks };
  await store.updateRun(stale.id, { manifest });
  const { b, subjects } = await compareRuns(store, a, (await store.findRun(stale.id))!);
  expect(b).toMatchObject({ scored: 1, planned: 2 });
  expect(subjects[0]).toMatchObject({ droppedTasks: ["t1"], delta: 0, flips: [] });
});
