import { expect, test } from "vitest";
import { Aggregate } from "./aggregate.ts";
import { coverageOf } from "./coverage.ts";

test("sums per subject and task, per subject, and over all", () => {
  const aggregate = new Aggregate(["a", "b"], ["p", "q"]);
  for (const subject of ["a", "b"]) for (const task of ["p", "p", "q", "q"]) aggregate.plan(subject, task);
  aggregate.outcome("a", "p", "infrastructure");
  aggregate.outcome("a", "p", "passed", "infrastructure");
  aggregate.score("a", "p", { score: 0.5, workingMs: 10, suspect: true });
  aggregate.outcome("a", "q", "failed");
  aggregate.score("a", "q", { score: 0.2, workingMs: 30, suspect: false });
  aggregate.cost("a", "p", 100_000_000, 1);
  aggregate.cost("a", "q", 200_000_000, 0);
  const rows = [...aggregate.rows()];
  expect(rows.map(({ subject, task }) => subject + task)).toEqual(["ap", "aq", "bp", "bq"]);
  expect(rows[0]).toMatchObject({
    ...{
      planned: 2,
      n: 1,
      scoreSum: 0.5,
      scoreSquares: 0.25,
      costUsd: 0.1,
      unknownCalls: 1,
      workingMs: 10,
      suspect: 1,
    },
    outcomes: { passed: 1, infrastructure: 0, failed: 0 },
  });
  expect(aggregate.ofSubject("a")).toMatchObject({ planned: 4, n: 2, costUsd: 0.3, workingMs: 40 });
  expect(aggregate.ofSubject("b")).toMatchObject({ planned: 4, n: 0, costUsd: 0 });
  expect(aggregate.total()).toMatchObject({ planned: 8, n: 2, outcomes: { passed: 1, failed: 1 } });
  expect(coverageOf(aggregate.ofSubject("a"))).toEqual({
    ...{ planned: 4, scored: 2, share: 0.5, mean: 0.35 },
    ...{ low: 0.175, high: 0.675 },
  });
});

test("nothing planned is nothing missing; nothing scored has no mean", () => {
  const empty = new Aggregate([], []);
  expect(coverageOf(empty.total())).toMatchObject({ share: 1, mean: null, low: null, high: null });
  const untried = new Aggregate(["a"], ["p"]);
  untried.plan("a", "p");
  expect(coverageOf(untried.total())).toMatchObject({ share: 0, mean: null, low: 0, high: 1 });
});

test("a subject that is not planned has no sums", () => {
  const aggregate = new Aggregate(["planner", "debate"], ["p"]);
  expect(() => aggregate.ofSubject("plannr")).toThrow(
    'No subject of the plan is called "plannr". Did you mean planner?',
  );
  expect(() => aggregate.ofSubject("x")).toThrow("There are: planner, debate.");
});
