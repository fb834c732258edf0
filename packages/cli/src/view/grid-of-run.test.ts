import { createSqliteStore, type RunManifest } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { gridOfRun } from "./grid-of-run.ts";
import { taskFacts } from "./task-facts.ts";

/** The letters of a suite of two cases that repeat as it tells, with one run of the case `a` by the first agent. */
async function codesOf(subjects: string[], runs: Record<string, number>, plannedCells: number) {
  const store = createSqliteStore(":memory:");
  const manifest: RunManifest = {
    ...{ kind: "bench", name: "s", subjects, runs: 3, simulated: false, conditions: {}, models: {} },
    tasks: { a: "h1", b: "h2" },
    circumstances: { benchmark: { tasks: Object.entries(runs).map(([id, each]) => ({ id, runs: each })) } },
  };
  const run = await store.createRun(manifest, plannedCells);
  const cell = { subject: subjects[0]!, task: "a", run: 0 };
  await store.registerWorker({ id: "w", host: "h", pid: 1 });
  await store.claim(run.id, "w", { ...cell, taskHash: "h1" });
  await store.endAttempt(run.id, cell, 1, {
    outcome: { kind: "passed", score: 1 },
    ...{ evidence: {}, artifacts: [], workingMs: 1, waitingMs: 0, suspect: false, health: null },
  });
  const { codes, repetitions } = await gridOfRun(store, run, taskFacts(manifest));
  await store.close();
  return codes.match(new RegExp(`.{${repetitions}}`, "g"));
}

test("a case has as many cells as runs of its own: beyond them there are none, not untried ones", async () => {
  expect(await codesOf(["x"], { a: 1, b: 3 }, 4)).toEqual(["p  ", "..."]);
  expect(await codesOf(["x", "y"], { a: 2, b: 1 }, 6)).toEqual(["p. ", ".  ", ".. ", ".  "]);
  expect(await codesOf(["x"], { a: 3, b: 3 }, 6)).toEqual(["p..", "..."]);
});

test("a case of one agent has no cells of the others; whose untried ones are, and how many, may be unknown", async () => {
  expect(await codesOf(["x", "y"], { a: 1, b: 3 }, 4)).toEqual(["p  ", "...", "   ", "..."]);
  expect(await codesOf(["x"], { a: 0, b: 0 }, 4)).toEqual(["p..", "..."]);
});

test("the time of a case is what its agent took, without set-up and grading", async () => {
  const store = createSqliteStore(":memory:");
  const manifest: RunManifest = {
    ...{ kind: "bench", name: "s", subjects: ["x"], runs: 2, simulated: false, conditions: {}, models: {} },
    ...{ tasks: { a: "h" }, circumstances: {} },
  };
  const run = await store.createRun(manifest, 2);
  await store.registerWorker({ id: "w", host: "h", pid: 1 });
  for (const [at, agentMs] of [100, 300].entries()) {
    const cell = { subject: "x", task: "a", run: at };
    await store.claim(run.id, "w", { ...cell, taskHash: "h" });
    await store.endAttempt(run.id, cell, 1, {
      outcome: { kind: "passed", score: 1 },
      ...{
        evidence: { agentMs },
        artifacts: [],
        workingMs: 9_000,
        waitingMs: 0,
        suspect: false,
        health: null,
      },
    });
  }
  expect((await gridOfRun(store, run, taskFacts(manifest))).perTask!.ms).toEqual([200]);
  await store.close();
});

test("times of runs that broke, or on a machine that was starved, are in no mean", async () => {
  for (const [starved, expected] of [
    [false, 100],
    [true, null],
  ] as const) {
    const store = createSqliteStore(":memory:");
    const manifest: RunManifest = {
      ...{ kind: "bench", name: "s", subjects: ["x"], runs: 3, simulated: false, conditions: {}, models: {} },
      ...{ tasks: { a: "h" }, circumstances: {} },
    };
    const run = await store.createRun(manifest, 3);
    await store.registerWorker({ id: "w", host: "h", pid: 1 });
    for (const [at, agentMs] of [100, 300, 700].entries()) {
      const cell = { subject: "x", task: "a", run: at };
      await store.claim(run.id, "w", { ...cell, taskHash: "h" });
      await store.endAttempt(run.id, cell, 1, {
        outcome:
          at === 2 ? { kind: "errored", error: { name: "E", message: "" } } : { kind: "passed", score: 1 },
        ...{
          evidence: { agentMs },
          artifacts: [],
          workingMs: 9_000,
          waitingMs: 0,
          suspect: at === 1 || starved,
          health: null,
        },
      });
    }
    expect((await gridOfRun(store, run, taskFacts(manifest))).perTask!.ms).toEqual([expected]);
    await store.close();
  }
});
