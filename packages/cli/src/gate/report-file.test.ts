import { compareScores } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { scoresOfReport } from "./report-file.ts";
import { unknownContent } from "./results-file.ts";

const cell = { subject: "x", taskId: "a", run: 0, score: 0.75, passed: true, errored: false };

test("what a score took comes before what was paid for its cell", () => {
  const counted = { costUsd: 0.1, unknownCalls: 0 };
  const results = [
    { ...cell, outcome: "passed", subjectCostUsd: 0.5, unknownCalls: 2, counted },
    { ...cell, taskId: "b", outcome: "passed", subjectCostUsd: 1, counted: { ...counted, unknownCalls: 1 } },
  ];
  const x = scoresOfReport({ name: "small", results })!.scores.bySubject.get("x")!;
  expect([x.get("a")!.costUsd, x.get("b")!.costUsd]).toEqual([0.1, null]);
});

test("the cells of a report are read by the rules of reports", () => {
  const results = [
    { ...cell, outcome: "passed", subjectCostUsd: 0.5 },
    { ...cell, run: 1, passed: false, score: 0.25, subjectCostUsd: 0.1 },
    { ...cell, run: 2, errored: true, subjectCostUsd: 0.2 },
    { ...cell, run: 3, outcome: "infrastructure" },
    { ...cell, run: 4, score: null },
    { ...cell, taskId: "b", outcome: "timed-out", subjectCostUsd: 1, unknownCalls: 1 },
    { ...cell, subject: "y", taskId: "b" },
  ];
  const { run, scores } = scoresOfReport({ name: "small", runId: "7f3a-1", runs: 5, results })!;
  expect(run).toMatchObject({ id: "7f3a-1", plannedCells: 7 });
  expect(run.manifest).toMatchObject({ kind: "compare", name: "small", subjects: ["x", "y"], runs: 5 });
  expect(run.manifest.tasks).toEqual({ a: unknownContent, b: unknownContent });
  const x = scores.bySubject.get("x")!;
  expect(x.get("a")).toMatchObject({ tried: 5, scored: 3, passed: 1, score: 1, timed: 0, firstFailed: 1 });
  expect(x.get("a")!.costUsd).toBeCloseTo(0.8, 9);
  expect(x.get("b")).toMatchObject({ scored: 1, score: 0, costUsd: null });
});

test("the content of tasks is that of their hashes; two for one task are none", () => {
  const results = [
    { ...cell, taskHash: "1" },
    { ...cell, run: 1, taskHash: "1" },
    { ...cell, taskId: "b", taskHash: "2" },
    { ...cell, taskId: "b", run: 1, taskHash: "3" },
    { ...cell, taskId: "c" },
  ];
  const { run } = scoresOfReport({ name: "small", results })!;
  expect(run.manifest.tasks).toEqual({ a: "1", b: unknownContent, c: unknownContent });
});

test("a report beside itself does not differ", () => {
  const own = scoresOfReport({ name: "small", results: [cell, { ...cell, taskId: "b", score: 0.5 }] })!;
  expect(compareScores(own, own).subjects[0]).toMatchObject({ delta: 0, tasks: 2, flips: [] });
});

test.each([null, 3, [], {}, { name: "s" }, { name: "s", results: [null] }, { name: "s", results: [{}] }])(
  "%o is no report",
  (data) => expect(scoresOfReport(data)).toBeNull(),
);
