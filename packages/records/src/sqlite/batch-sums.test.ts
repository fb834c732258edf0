import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { noSums } from "../sums.ts";
import { BatchSums } from "./batch-sums.ts";
import { migrate } from "./migrations.ts";

function database() {
  const db = new DatabaseSync(":memory:");
  migrate(db);
  db.exec(`
    INSERT INTO run VALUES (1, 'r', 'k', 'n', 'd', '{}', 'running', 1, '[]', 'c', 'u', NULL);
    INSERT INTO run_total (run_no, outcomes) VALUES (1, '{"failed":2}');
    INSERT INTO cell (no, run_no, subject, task, repetition, task_hash, attempts) VALUES (7, 1, 's', 't', 0, 'h', 1);
  `);
  const read = (sql: string) => db.prepare(sql).get();
  return { sums: new BatchSums(db), read };
}

test("what a batch adds is written once for its cells and runs", () => {
  const { sums, read } = database();
  sums.add(1, 7, { ...noSums(), subject_nano: 5, input_tokens: 1 });
  sums.add(1, 7, { ...noSums(), subject_nano: 6, unknown_calls: 1 });
  sums.running(1, 2);
  sums.attempts(1, 3);
  sums.outcome(1, "failed", "passed");
  sums.outcome(1, null, "passed");
  sums.write();
  expect(read("SELECT subject_nano, input_tokens, unknown_calls FROM cell")).toEqual({
    subject_nano: 11,
    input_tokens: 1,
    unknown_calls: 1,
  });
  expect(read("SELECT subject_nano, running, attempts, outcomes FROM run_total")).toEqual({
    subject_nano: 11,
    running: 2,
    attempts: 3,
    outcomes: '{"failed":1,"passed":2}',
  });
});

test("what is taken is left to the taker, and a reset forgets", () => {
  const { sums, read } = database();
  sums.add(1, 7, { ...noSums(), judge_nano: 5 });
  expect(sums.take(7)).toMatchObject({ judge_nano: 5 });
  expect(sums.take(7)).toBeNull();
  sums.write();
  expect(read("SELECT judge_nano FROM cell")).toEqual({ judge_nano: 0 });
  expect(read("SELECT judge_nano FROM run_total")).toEqual({ judge_nano: 5 });
  sums.reset();
  sums.write();
  expect(read("SELECT judge_nano FROM run_total")).toEqual({ judge_nano: 5 });
});

test("the money of a run is known in the midst of a batch, and the next one begins with it", () => {
  const { sums, read } = database();
  const books = { spent: 0, carried: 0, carriedCalls: 0, reserved: 0, openCalls: 0 };
  expect(sums.books(1)).toEqual(books);
  sums.calls(1, { open: 2, reserved: 30 });
  sums.add(1, 7, { ...noSums(), subject_nano: 5, judge_nano: 2, carried_nano: 5 });
  sums.calls(1, { open: -1, reserved: -10, carried: 1 });
  const after = { spent: 7, carried: 5, carriedCalls: 1, reserved: 20, openCalls: 1 };
  expect(sums.books(1)).toEqual(after);
  sums.write();
  sums.reset();
  expect(sums.books(1)).toEqual(after);
  sums.write();
  expect(read("SELECT open_calls, reserved_nano, carried_calls FROM run_total")).toEqual({
    ...{ open_calls: 1, reserved_nano: 20, carried_calls: 1 },
  });
});
