import { openLabelBook, outcomeCodes, type ViewSource } from "@flow-state-dev/viewer";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  compareManifest,
  endCell,
  judgedCell,
  sampleComparison,
  sampleFolder,
  sampleSuite,
} from "../../viewer/test/support/sample-store.ts";
import { readRunRow } from "../src/runs/run-row.ts";
import { openView } from "../src/view/open-view.ts";
import { cellKey, redacted, reportData } from "../src/view/report-data.ts";
import { headOfRun } from "../src/view/run-head.ts";
import { openViewThread } from "../src/view/view-thread.ts";

let folder: Awaited<ReturnType<typeof sampleFolder>>;
let source: ViewSource & Disposable;
let ids: { old: string; latest: string; suite: string };
beforeAll(async () => {
  folder = await sampleFolder();
  const old = await sampleComparison(
    folder.store,
    { models: { executor: "acme/zero", judge: "acme/judge" } },
    1,
  );
  const latest = await sampleComparison(folder.store);
  const suite = await sampleSuite(folder.store);
  ids = { old: old.id, latest: latest.id, suite: suite.id };
  source = openView(folder.store, { labels: openLabelBook(folder.path) });
});
afterAll(async () => {
  source?.[Symbol.dispose]();
  await folder?.[Symbol.asyncDispose]();
});

test("the list has every run but those that checked a judge", async () => {
  const check = await folder.store.createRun(compareManifest({ kind: "judge-check" }), 1);
  const { runs, more } = await source.runs();
  expect(runs.map(({ id }) => id)).toEqual([ids.suite, ids.latest, ids.old]);
  expect(more).toBe(0);
  expect(runs[1]).toMatchObject({
    state: "finished",
    planned: 48,
    scored: 48,
    commit: "3ac91f7000",
    dirty: true,
  });
  expect(runs[1]!.models).toBe("acme/one, judged by acme/judge");
  await folder.store.updateRun(check.id, { state: "finished" });
});

test("the cost of a run has the checks of its judge that it paid for, in both lists", async () => {
  const run = (await folder.store.findRun(ids.latest))!;
  const checked = {
    ...run,
    manifest: {
      ...run.manifest,
      circumstances: { ...run.manifest.circumstances, judgeChecks: { c: 0.25, d: 0.5 } },
    },
  };
  const [head, more] = [await headOfRun(folder.store, run), await headOfRun(folder.store, checked)];
  expect(more.costUsd).toBeCloseTo(head.costUsd! + 0.75, 9);
  const [row, dearer] = [await readRunRow(folder.store, run), await readRunRow(folder.store, checked)];
  expect(dearer.costUsd).toBeCloseTo(row.costUsd! + 0.75, 9);
});

test("the page has the cost of a run as the list has it, to the billionth of a dollar", async () => {
  const run = (await folder.store.findRun(ids.latest))!;
  const { circumstances } = run.manifest;
  for (const c of [0, 0.1, 0.7, 0.0007, 0.045, 1.005]) {
    const checked = {
      ...run,
      manifest: { ...run.manifest, circumstances: { ...circumstances, judgeChecks: { c } } },
    };
    const { costUsd } = await headOfRun(folder.store, checked);
    expect(costUsd).toBe((await readRunRow(folder.store, checked)).costUsd);
    expect(costUsd).toBe(Math.round(costUsd! * 1e9) / 1e9);
  }
});

test("the one number of a run is that of its best subject, or the pass rate of its best agent", async () => {
  expect(await source.score(ids.latest)).toMatchObject({ subject: "supervisor", mean: 1, unit: "score" });
  expect(await source.score(ids.suite)).toMatchObject({ subject: "x", mean: 0.75, unit: "pass rate" });
});

test("a grid has one letter a cell, what was not tried and what is going on included", async () => {
  const run = await folder.store.createRun(compareManifest({ name: "partial" }), 48);
  await endCell(
    folder.store,
    run,
    { subject: "supervisor", task: "clocks", run: 1 },
    judgedCell(false, "clocks"),
  );
  await folder.store.claim(run.id, "sample", {
    subject: "debate",
    task: "ferry",
    run: 0,
    taskHash: "hash of ferry",
  });
  const { codes, scores, subjects, tasks, repetitions, perTask } = await source.grid(run.id);
  expect(codes).toHaveLength(subjects.length * tasks.length * repetitions);
  const at = (subject: number, task: number, repetition: number) =>
    (subject * tasks.length + task) * repetitions + repetition;
  expect(codes[at(1, 1, 1)]).toBe(outcomeCodes.failed);
  expect(codes[at(2, 0, 0)]).toBe(outcomeCodes.running);
  expect(codes.replaceAll(outcomeCodes.untried, "")).toHaveLength(2);
  expect(scores.trim()).toHaveLength(1);
  expect(tasks[1]).toEqual({ id: "clocks", category: "tool-use" });
  expect(perTask!.costUsd[tasks.length + 1]).toBe(0.004);
  expect(perTask!.costUsd[0]).toBeNull();
  await folder.store.updateRun(run.id, { state: "interrupted" });
});

test("the first screen of a comparison is what its report says, the best first", async () => {
  const view = await source.run(ids.latest);
  expect(view.subjects.map(({ name }) => name)).toEqual(["supervisor", "debate", "single-generator"]);
  expect(view.subjects[0]).toMatchObject({ verdict: "better", mean: 1, delta: 0.375, kind: "pattern" });
  expect(view.subjects[2]).toMatchObject({
    verdict: "baseline",
    delta: null,
    outcomes: { passed: 4, failed: 12 },
  });
  expect(view.categories).toEqual(["reasoning", "tool-use"]);
  expect(view.heat[2]!.map((cell) => cell!.delta)).toEqual([null, null, null]);
  expect(view.heat[0]!.at(-1)).toMatchObject({ mean: 1, delta: 0.375, cells: 16 });
  expect(view.notice).toContain("simulated");
  expect(view.coverage).toBe("Coverage 48 of 48.");
});

test("another thread says the same, and of what went wrong as well", async () => {
  using thread = openViewThread(folder.path);
  const [grid, view, wrong] = await Promise.allSettled([
    thread.grid(ids.latest),
    thread.view(ids.latest),
    thread.view("nosuchrun"),
  ]);
  expect(grid).toEqual({ status: "fulfilled", value: await source.grid(ids.latest) });
  expect(view).toEqual({ status: "fulfilled", value: await source.run(ids.latest) });
  expect(wrong).toMatchObject({
    status: "rejected",
    reason: { message: expect.stringContaining('no run "nosuchrun"') },
  });
});

test("a thread that is ended while it is asked says so", async () => {
  const thread = openViewThread(folder.path);
  const asked = thread.grid(ids.latest);
  thread[Symbol.dispose]();
  await expect(asked).rejects.toThrow("The thread that works out the run ended");
});

test("the first screen of a suite has its cases, their cost and time, and pass^k", async () => {
  const view = await source.run(ids.suite);
  expect(view).toMatchObject({ unit: "pass rate", notice: null, baseline: null });
  expect(view.categories).toEqual(["tests", "quick"]);
  expect(view.heat[0]!.map((cell) => [cell?.mean, cell?.cells])).toEqual([
    [0.5, 2],
    [0.75, 4],
    [0.75, 4],
  ]);
  expect(view.subjects[0]).toMatchObject({ name: "x", mean: 0.75, passHatK: { k: 2, value: 0.5 } });
  expect(view.cases[0]).toMatchObject({ task: "add-tests", passed: 1, of: 2, seconds: 0.7, costUsd: 0.002 });
  const row = await readRunRow(folder.store, (await folder.store.findRun(ids.suite))!);
  const score = await source.score(ids.suite);
  expect([row.best, score, view.subjects[0]].map((each) => [each!.mean, each!.interval])).toEqual(
    Array(3).fill([0.75, [0, 1]]),
  );
  expect(view.sentences[0]!.text).toBe(
    "x has a pass rate of 75 % (0 to 100 %) and passes 1 of 2 cases every time (pass^2: 50 %).",
  );
});

test("agents of a suite are held against each other in words, and it is runs whose cost is unknown", async () => {
  const tasks = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const manifest = {
    ...{ kind: "bench", name: "two agents", subjects: ["one", "two"], runs: 1, simulated: false },
    ...{ conditions: {}, models: {}, circumstances: {} },
    tasks: Object.fromEntries(tasks.map((id) => [id, `h ${id}`])),
  };
  const run = await folder.store.createRun(manifest, 16);
  for (const task of tasks)
    for (const subject of ["one", "two"]) {
      const cell = { subject, task, run: 0 };
      await folder.store.claim(run.id, "sample", { ...cell, taskHash: `h ${task}` });
      await folder.store.endAttempt(run.id, cell, 1, {
        outcome:
          subject === "one" || task === "a" ? { kind: "passed", score: 1 } : { kind: "failed", score: 0 },
        evidence: { agent: { name: subject }, ended: "done", costUsd: null, expectations: [] },
        ...{ artifacts: [], workingMs: 1, waitingMs: 0, suspect: false },
        health: { eventLoopLagMs: 0, memoryBytes: 1, openCalls: 0 },
      });
    }
  await folder.store.updateRun(run.id, { state: "finished" });
  const { sentences, cost } = await source.run(run.id);
  expect(sentences.at(-1)!.text).toMatch(
    /^two against one: worse by 0\.88 \(−1\.00 to −0\.\d\d\), better on 0 and worse on 7 of 8 cases/,
  );
  expect(cost).toMatch(/^16 runs of unknown cost · /);
});

test("an agent without a result takes nobody off the front of the others", async () => {
  const manifest = {
    ...{ kind: "bench", name: "one down", subjects: ["one", "two", "down"], runs: 1, simulated: false },
    ...{ conditions: {}, models: {}, circumstances: {}, tasks: { a: "h" } },
  };
  const run = await folder.store.createRun(manifest, 3);
  const error = { name: "E", message: "the provider is down" };
  for (const subject of manifest.subjects)
    await endCell(
      folder.store,
      run,
      { subject, task: "a", run: 0 },
      { outcome: subject === "down" ? { kind: "infrastructure", error } : { kind: "passed", score: 1 } },
    );
  await folder.store.updateRun(run.id, { state: "finished" });
  const { subjects } = await source.run(run.id);
  expect(subjects.map(({ name, pareto }) => [name, pareto])).toEqual([
    ["one", true],
    ["two", false],
    ["down", null],
  ]);
});

test("agents that have cases of their own are held to those alone, as in x show", async () => {
  const manifest = {
    ...{ kind: "bench", name: "own cases", subjects: ["one", "two"], runs: 2, simulated: false },
    ...{ conditions: {}, models: {}, tasks: { a: "h", b: "h" } },
    circumstances: { benchmark: { tasks: ["a", "b"].map((id) => ({ id, runs: 2 })) } },
  };
  const run = await folder.store.createRun(manifest, 4);
  const end = (subject: string, task: string, number: number) =>
    endCell(folder.store, run, { subject, task, run: number }, { outcome: { kind: "passed", score: 1 } });
  await end("one", "a", 0);
  await end("one", "a", 1);
  await end("two", "b", 0);
  const told = async () => {
    const { coverage, sentences } = await source.run(run.id);
    return [coverage, ...sentences.map(({ text }) => text.replace(/ \(\d.*?\)/, ""))];
  };
  expect((await told())[0]).toBe("Results for 3 of 4 runs (1 untried).");
  await end("two", "b", 1);
  await folder.store.updateRun(run.id, { state: "finished" });
  expect((await told()).slice(0, 2)).toEqual([
    "Results for 4 of 4 runs.",
    "one has a pass rate of 100 % and passes 1 of 1 case every time (pass^2: 100 %).",
  ]);
});

test("a run of x run has no score, and its sentence says that nothing was checked", async () => {
  const manifest = {
    ...{ kind: "run", name: "run", subjects: ["one"], runs: 1, simulated: false },
    ...{ models: {}, conditions: {}, circumstances: {}, tasks: { prompt: "h" } },
  };
  const run = await folder.store.createRun(manifest, 1);
  await endCell(
    folder.store,
    run,
    { subject: "one", task: "prompt", run: 0 },
    { outcome: { kind: "passed", score: 1 } },
  );
  await folder.store.updateRun(run.id, { state: "finished" });
  const { sentences, subjects } = await source.run(run.id);
  expect(subjects).toMatchObject([{ name: "one", mean: null, interval: null }]);
  expect(sentences.map(({ text }) => text)).toEqual([
    "one was done. Nothing was checked, for a prompt has no expectations.",
  ]);
  expect(await source.score(run.id)).toMatchObject({ subject: "one", mean: null, interval: null });
});

test("what a run of a case costs is told as x bench does: each case the same, and only runs with a result", async () => {
  const manifest = {
    ...{ kind: "bench", name: "uneven", subjects: ["one"], runs: 4, simulated: false },
    ...{ conditions: {}, models: {}, circumstances: {}, tasks: { a: "h", b: "h" } },
  };
  const run = await folder.store.createRun(manifest, 6);
  const broke = { kind: "infrastructure", error: { name: "Error", message: "down" } } as const;
  const cells = [
    ["a", 0, 0.1],
    ["b", 0, 0.3],
    ["b", 1, 0.3],
    ["b", 2, 0.3],
    ["a", 1, 0.9, broke],
  ] as const;
  for (const [task, number, costUsd, outcome] of cells) {
    const cell = { subject: "one", task, run: number };
    await folder.store.claim(run.id, "sample", { ...cell, taskHash: "h" });
    const call = { callId: `${run.id} ${task} ${number}`, openedAt: "2030-01-01T00:00:00.000Z" };
    await folder.store.openCall(run.id, cell, 1, {
      ...{ ...call, payer: "agent", modelId: "acme/one", worstCaseUsd: 1 },
    });
    const none = { cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
    const usage = { ...none, inputTokens: 1, outputTokens: 1 };
    folder.store.chargeCall(run.id, { callId: call.callId, costUsd, usage, details: {} });
    await folder.store.endAttempt(run.id, cell, 1, {
      outcome: outcome ?? { kind: "passed", score: 1 },
      evidence: { agent: { name: "one" }, ended: "done", costUsd, expectations: [] },
      ...{ artifacts: [], workingMs: 1, waitingMs: 0, suspect: false },
      health: { eventLoopLagMs: 0, memoryBytes: 1, openCalls: 0 },
    });
  }
  await folder.store.updateRun(run.id, { state: "finished" });
  const { subjects } = await source.run(run.id);
  expect(subjects[0]!.costPerTaskUsd).toBeCloseTo(0.2, 9);
});

test("what broke is told with its reason, of a suite as of a benchmark; the judge's figures count it as the score does", async () => {
  const error = { name: "E", message: "no\nway 17" };
  const manifest = compareManifest({ name: "broken", subjects: ["debate"], runs: 1 });
  for (const kind of ["bench", "compare"]) {
    const run = await folder.store.createRun({ ...manifest, kind }, 8);
    const tasks = Object.keys(manifest.tasks);
    for (const [at, task] of tasks.entries()) {
      const broke = { outcome: { kind: "errored", error } } as const;
      await endCell(
        folder.store,
        run,
        { subject: "debate", task, run: 0 },
        at < 6 ? broke : judgedCell(true, task),
      );
    }
    await folder.store.updateRun(run.id, { state: "finished" });
    const { failures, subjects } = await source.run(run.id);
    expect(failures).toEqual([{ subject: "debate", outcome: "errored", message: "no way 17", cells: 6 }]);
    expect(subjects[0]!.mean).toBe(0.25);
    if (kind === "bench") continue;
    const { corrected } = await source.judge(run.id);
    expect(corrected[0]).toMatchObject({ raw: 0.25, broken: 6, outputs: 2 });
  }
});

test("a cell has its evidence in order: tools inside the block that called them, with their results", async () => {
  const cell = (await source.cell(ids.latest, {
    subject: "single-generator",
    task: "clocks",
    repetition: 0,
  }))!;
  expect(cell).toMatchObject({
    outcome: "failed",
    score: 0.5,
    category: "tool-use",
    prompt: { text: "Do clocks." },
  });
  expect(cell.criteria.map(({ verdict }) => verdict)).toEqual(["met", "unmet"]);
  expect(cell.timeline.map(({ who, depth }) => [who, depth])).toEqual([
    ["whole", 0],
    ["worker", 1],
    ["look_up", 2],
  ]);
  expect(cell.timeline[2]).toMatchObject({ ok: true, ms: 3, result: { text: "what was looked up" } });
  expect(cell.timing).toEqual([
    { what: "working", ms: 900 },
    { what: "waiting", ms: 100 },
    { what: "grading", ms: 300 },
  ]);
});

test("what an agent said it used is no call: a cell has those that were seen, as x show does", async () => {
  const run = await folder.store.createRun(compareManifest({ kind: "bench", name: "said", runs: 1 }), 24);
  const cell = { subject: "debate", task: "ferry", run: 0 };
  await endCell(folder.store, run, cell, { outcome: { kind: "passed", score: 1 } });
  const callId = `${run.id} said`;
  await folder.store.claim(run.id, "sample", { ...cell, task: "clocks", taskHash: "hash of clocks" });
  const opening = { callId, payer: "agent", modelId: "acme/one", worstCaseUsd: 1 } as const;
  const told = { ...cell, task: "clocks" };
  await folder.store.openCall(run.id, told, 1, { ...opening, openedAt: "2030-01-01T00:00:00.000Z" });
  const none = { cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
  const usage = { ...none, inputTokens: 1, outputTokens: 1 };
  folder.store.chargeCall(run.id, { callId, costUsd: 0.1, usage, details: { finishReason: "reported" } });
  await folder.store.updateRun(run.id, { state: "finished" });
  const counts = async (task: string) =>
    (await source.cell(run.id, { subject: "debate", task, repetition: 0 }))!.calls.count;
  expect([await counts("ferry"), await counts("clocks")]).toEqual([1, 0]);
});

test("a cell of the plan that nobody tried is told as such; one of no plan is none", async () => {
  const run = await folder.store.createRun(compareManifest({ name: "none" }), 48);
  const cell = { subject: "debate", task: "ferry", repetition: 1 };
  expect(await source.cell(run.id, cell)).toMatchObject({ outcome: "untried", attempts: [], timeline: [] });
  expect(await source.cell(run.id, { ...cell, task: "nosuch" })).toBeNull();
  expect(await source.cell(run.id, { ...cell, repetition: 9 })).toBeNull();
  await folder.store.updateRun(run.id, { state: "interrupted" });
});

test("two subjects of a run, and two runs that are not alike", async () => {
  const own = await source.compare(
    { run: ids.latest, subject: "single-generator" },
    { run: ids.latest, subject: "supervisor" },
  );
  expect(own).toMatchObject({ label: null, delta: 0.375, verdict: "better", worse: [] });
  expect(own.better).toHaveLength(6);
  expect(own.better[0]).toMatchObject({ task: "clocks", outcomeA: "failed", outcomeB: "passed" });
  const debate = await source.compare(
    { run: ids.latest, subject: "debate" },
    { run: ids.latest, subject: "supervisor" },
  );
  // It fails the second run of knights alone: that is the one to look at.
  expect(debate.better.find(({ task }) => task === "knights")).toMatchObject({
    cellA: { subject: "debate", repetition: 1 },
    cellB: { subject: "supervisor", repetition: 0 },
  });
  expect(own.sentences).toContain(`Both are of run ${ids.latest.slice(0, 4)}`);
  const itself = await source.compare({ run: ids.suite }, { run: ids.suite });
  expect(itself.label).toBe(
    `Both sides are x in run ${ids.suite.slice(0, 4)}: there is no difference to see. Choose another run or another subject for one of them.`,
  );
  const runs = await source.compare({ run: ids.old }, { run: ids.latest });
  expect(runs.label).toBe("These two runs are not alike: they differ in model.");
  expect(runs.differences).toEqual([{ what: 'model "executor"', a: "acme/zero", b: "acme/one" }]);
  const { id: oftener } = await folder.store.createRun(compareManifest({ runs: 7 }), 1);
  await folder.store.updateRun(oftener, { state: "finished" });
  const often = await source.compare({ run: ids.latest }, { run: oftener });
  expect(often.label).toBe("These two runs are not alike: they differ in the number of runs.");
  await expect(source.compare({ run: ids.old, subject: "nobody" }, { run: ids.latest })).rejects.toThrow(
    "nobody",
  );
});

test("a task that flipped is shown with the outcome of the run that did not pass", async () => {
  const broken = { kind: "errored" as const, error: { name: "E", message: "boom" } };
  const outcomes = [broken, { kind: "timed-out" as const, afterMs: 1 }, judgedCell(false, "c").outcome];
  const tasks = { a: "h", b: "h", c: "h" };
  const manifest = compareManifest({ name: "flips", subjects: ["one", "two"], tasks, runs: 1 });
  const run = await folder.store.createRun(manifest, 6);
  for (const [at, task] of Object.keys(tasks).entries()) {
    await endCell(folder.store, run, { subject: "one", task, run: 0 }, { outcome: outcomes[at]! });
    await endCell(folder.store, run, { subject: "two", task, run: 0 }, judgedCell(true, task));
  }
  await folder.store.updateRun(run.id, { state: "finished" });
  const side = (subject: string) => ({ run: run.id, subject });
  const { better } = await source.compare(side("one"), side("two"));
  expect(better.map(({ outcomeA, outcomeB }) => [outcomeA, outcomeB])).toEqual([
    ["errored", "passed"],
    ["timed-out", "passed"],
    ["failed", "passed"],
  ]);
  const { worse } = await source.compare(side("two"), side("one"));
  expect(worse.map(({ outcomeB }) => outcomeB)).toEqual(["errored", "timed-out", "failed"]);
});

test("what is offered for labelling names nobody, takes every subject in turn, and is the same each time", async () => {
  const queue = await source.labelQueue(ids.latest);
  expect(queue).toMatchObject({ labelled: 0, left: 48 });
  const text = JSON.stringify(queue);
  for (const name of ["single-generator", "supervisor", "debate", "unmet", "verdict"])
    expect(text).not.toContain(name);
  expect(await source.labelQueue(ids.latest)).toEqual(queue);
  const inOrder = ["can-ship", "clocks", "ferry"].flatMap((task) => [task, task, task]);
  expect(queue.items.slice(0, 9).map(({ task }) => task)).not.toEqual(inOrder);
  expect(await source.label(ids.latest, { key: "guess", labels: [true, true] })).toBeNull();
  expect(await source.label(ids.latest, { key: queue.items[0]!.key, labels: [true] })).toBeNull();
  const whose: string[] = [];
  for (const { key } of queue.items.slice(0, 6)) {
    const answer = await source.label(ids.latest, { key, labels: [true, false] });
    whose.push(answer!.cell.subject);
  }
  expect(new Set(whose.slice(0, 3)).size).toBe(3);
  expect(new Set(whose.slice(3)).size).toBe(3);
  const next = await source.labelQueue(ids.latest);
  expect(next).toMatchObject({ labelled: 6, left: 42 });
  expect(next.items[0]!.key).toBe(queue.items[6]!.key);
});

test("labels say how far the judge is right, and correct every subject's score", async () => {
  const { labels, corrected, criteria, disagreements, sentences } = await source.judge(ids.latest);
  const { bothMet, bothUnmet, judgeOnly, peopleOnly } = labels.confusion;
  expect(labels.labels).toBe(12);
  // The first criterion is always met, by judge and label; the second is labelled unmet each time.
  expect({ bothMet, peopleOnly }).toEqual({ bothMet: 6, peopleOnly: 0 });
  expect(bothUnmet + judgeOnly).toBe(6);
  expect(labels.agreement).toBeCloseTo((6 + bothUnmet) / 12, 12);
  expect(disagreements).toHaveLength(judgeOnly);
  expect(criteria).toEqual({ judged: 96, met: 79, cannotJudge: 0 });
  expect(corrected.map(({ labelled, why }) => [labelled, why])).toEqual([
    [2, null],
    [2, null],
    [2, null],
  ]);
  expect(corrected[1]).toMatchObject({ subject: "supervisor", raw: 1, outputs: 16 });
  expect(corrected[1]!.corrected).toBeCloseTo(0.5, 6);
  expect(sentences.join(" ")).toContain("From 12 labels");
});

test("a label counts for the output it was given for, and not for one that was made anew", async () => {
  const cells = [0, 1].map((run) => ({ subject: "supervisor", task: "ferry", run }));
  const run = await folder.store.createRun(compareManifest({ name: "changed", subjects: ["supervisor"] }), 2);
  for (const cell of cells) await endCell(folder.store, run, cell, judgedCell(true, "ferry"));
  for (const { key } of (await source.labelQueue(run.id)).items)
    await source.label(run.id, { key, labels: [true, false] });
  expect((await source.judge(run.id)).labels).toMatchObject({ labels: 4, agreement: 0.5 });

  const tasks = { ...run.manifest.tasks, ferry: "hash of another ferry" };
  const changed = { ...run, manifest: { ...run.manifest, tasks } };
  await folder.store.updateRun(run.id, { manifest: changed.manifest });
  expect((await source.judge(run.id)).corrected[0]).toMatchObject({ outputs: 0 });
  expect(await source.labelQueue(run.id)).toMatchObject({ left: 0 });

  await endCell(folder.store, changed, cells[0]!, judgedCell(true, "ferry"), 2);
  expect(await source.judge(run.id)).toMatchObject({
    ...{ labels: { labels: 0 }, disagreements: [], unlabelled: 1 },
    corrected: [{ outputs: 1, labelled: 0 }],
  });
  expect(await source.labelQueue(run.id)).toMatchObject({ labelled: 0, left: 1 });
  await folder.store.updateRun(run.id, { state: "finished" });
});

test("what code has scored is no output of the judge, and cells of such a task that broke are none", async () => {
  const run = await folder.store.createRun(compareManifest({ name: "mixed", subjects: ["supervisor"] }), 5);
  const at = (task: string, run: number) => ({ subject: "supervisor", task, run });
  await endCell(folder.store, run, at("ferry", 0), judgedCell(true, "ferry"));
  await endCell(folder.store, run, at("clocks", 0), { outcome: { kind: "failed", score: 0.25 } });
  const error = { name: "Error", message: "broke" };
  for (const task of ["ferry", "clocks"])
    await endCell(folder.store, run, at(task, 1), { outcome: { kind: "errored", error } });
  const { corrected, unlabelled } = await source.judge(run.id);
  expect(corrected).toMatchObject([{ outputs: 1, broken: 1, raw: 0.5 }]);
  expect(unlabelled).toBe(1);
  await folder.store.updateRun(run.id, { state: "finished" });
});

test("every criterion met: the share that people would find needs labels of both kinds", async () => {
  const { corrected } = await source.judge(ids.latest);
  const [baseline, supervisor] = corrected.map(({ allMet }) => allMet);
  expect(baseline!.raw).toBeCloseTo(0.25, 12);
  // All labels say that a criterion is not met: nothing is known of how often the judge sees what is good.
  expect(supervisor).toEqual({ raw: 1, corrected: null, interval: null, why: "needs good and bad ones" });
});

test("expectations that a judge holds can be labelled too, with the patch beside the answer", async () => {
  const before = await source.judge(ids.suite);
  expect(before).toMatchObject({
    criteria: { judged: 4, met: 3, cannotJudge: 0 },
    models: ["acme/one"],
    unlabelled: 4,
  });
  const { items, left } = await source.labelQueue(ids.suite);
  expect(left).toBe(4);
  expect(items[0]).toMatchObject({ criteria: ["The names are clear"], output: { text: "All done." } });
  expect(items[0]!.patch!.text).toContain("+new line");
  for (const { key } of items) await source.label(ids.suite, { key, labels: [true] });
  const after = await source.judge(ids.suite);
  expect(after.labels.confusion).toEqual({ bothMet: 3, judgeOnly: 0, peopleOnly: 1, bothUnmet: 0 });
  expect(after.disagreements).toEqual([
    {
      ...{ subject: "x", task: "add-tests", repetition: 1, label: true },
      ...{ criterion: "The names are clear", evidence: "add-tests says so" },
    },
  ]);
  expect(after.corrected[0]).toMatchObject({ labelled: 4, outputs: 4, raw: 0.75, corrected: 1 });
});

test("a file holds what did not pass first, and redacted nothing that was said", async () => {
  const { data, left } = await reportData(source, ids.latest, { redact: false });
  const cells = Object.keys(data).filter((key) => key.includes("/cell?"));
  expect(cells).toHaveLength(48);
  expect(left).toBe(0);
  expect(data[cells[0]!]).toMatchObject({ outcome: "failed" });
  const address = { subject: "debate", task: "ferry", repetition: 0 };
  expect(Object.hasOwn(data, cellKey(ids.latest, address))).toBe(true);
  const bare = JSON.stringify(redacted((await source.cell(ids.latest, address))!));
  for (const said of ["Do ferry", "stops here", "looked up"]) expect(bare).not.toContain(said);
  expect(bare).toContain("Completes ferry");
  // With the labels of the test above: where they differ from the judge, its quotes are left out too.
  const all = JSON.stringify((await reportData(source, ids.latest, { redact: true })).data);
  for (const said of ["Do ", "stops here", "is complete", "looked up"]) expect(all).not.toContain(said);
});

test("changes are told to whoever listens, and to nobody after", async () => {
  const run = await folder.store.createRun(compareManifest({ name: "live" }), 48);
  const told: string[][] = [];
  const stop = source.watch(({ runs }) => told.push(runs));
  await expect.poll(() => told, { timeout: 20_000 }).toContainEqual([run.id]);
  const before = told.length;
  await expect
    .poll(
      async () => {
        const task = Object.keys(run.manifest.tasks)[told.length % 8]!;
        await endCell(folder.store, run, { subject: "debate", task, run: 0 }, judgedCell(true, task));
        return told.length;
      },
      { timeout: 20_000, interval: 1500 },
    )
    .toBeGreaterThan(before);
  stop();
  const after = told.length;
  await folder.store.updateRun(run.id, { state: "finished" });
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(told).toHaveLength(after);
});
