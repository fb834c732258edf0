import { expect, test } from "vitest";
import { scoresOfResults, unknownContent } from "./results-file.ts";

test("the published fields are enough", () => {
  const cases = [
    { id: "a", pass: true, cost: 1.87, duration: 45, tokens: { input: 1, output: 1 } },
    { id: "b", pass: false, cost: null, duration: 45, tokens: { input: 1, output: 1 } },
  ];
  const { run, scores } = scoresOfResults({
    suite: "core",
    passed: 1,
    failed: 1,
    total: 2,
    cases,
  })!;
  expect(run.manifest.tasks).toEqual({ a: unknownContent, b: unknownContent });
  expect(run.manifest).toMatchObject({ kind: "bench", name: "core", subjects: ["agent"], runs: 1 });
  expect(run.plannedCells).toBe(2);
  const own = scores.bySubject.get("agent")!;
  expect(own.get("a")).toMatchObject({ scored: 1, passed: 1, score: 1, costUsd: 1.87, timed: 0 });
  expect(own.get("b")).toMatchObject({ scored: 1, passed: 0, score: 0, costUsd: null });
});

test("runs, agents and outcomes that are no scores are read", () => {
  const runs = [
    { run: 0, outcome: "passed", pass: true, cost: 0.1 },
    { run: 1, outcome: "timed-out", pass: false, cost: 0.2 },
    { run: 2, outcome: "infrastructure", pass: false, cost: 0 },
    { run: 3, outcome: "cancelled", pass: false, cost: 0 },
  ];
  const { scores, run } = scoresOfResults({
    suite: "s",
    run: "7f3a-1",
    cases: [{ id: "a", agent: "x", runs, planned: 5 }],
  })!;
  expect(scores.bySubject.get("x")!.get("a")).toMatchObject({
    tried: 4,
    scored: 2,
    passed: 1,
    firstFailed: 1,
  });
  expect(run).toMatchObject({ id: "7f3a-1", plannedCells: 5 });
});

test("the content of cases is that of their hashes; two for one case are none", () => {
  const cases = [
    { id: "a", agent: "x", pass: true, hash: "1" },
    { id: "a", agent: "y", pass: true, hash: "1" },
    { id: "b", agent: "x", pass: true, hash: "2" },
    { id: "b", agent: "y", pass: true, hash: "3" },
    { id: "c", agent: "x", pass: true, hash: 4 },
  ];
  const { run } = scoresOfResults({ suite: "s", cases })!;
  expect(run.manifest.tasks).toEqual({ a: "1", b: unknownContent, c: unknownContent });
});

test.each([null, 3, [], {}, { suite: "s" }, { suite: "s", cases: [null] }, { suite: "s", cases: [{}] }])(
  "%o is no file of results",
  (data) => expect(scoresOfResults(data)).toBeNull(),
);

test("a file in which something else stands for a run of a case is no file of results", () => {
  for (const runs of [[null], [1], ["passed"]])
    expect(scoresOfResults({ suite: "s", cases: [{ id: "a", runs }] })).toBeNull();
});
