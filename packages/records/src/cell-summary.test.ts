import { expect, test } from "vitest";
import { used } from "../test/support/used.ts";
import type { AttemptRecord } from "./attempt.ts";
import type { CallRecord } from "./call.ts";
import { summariseCell } from "./cell-summary.ts";

const cell = { subject: "s", task: "t", run: 0 };
const nothing = { subject: 0, judge: 0, agent: 0, carried: 0, unknownCalls: 0 };
const usage = used(1, 1);
const begun = (attempt: number, taskHash: string) => ({
  ...cell,
  attempt,
  taskHash,
  worker: "w",
  startedAt: "2030-01-01T00:00:00.000Z",
  spend: nothing,
  usage,
});
const ended = (attempt: number, taskHash: string): AttemptRecord => ({
  ...begun(attempt, taskHash),
  state: "ended",
  endedAt: `2030-01-01T00:00:0${attempt}.000Z`,
  outcome: { kind: "failed", score: attempt / 10 },
  evidence: {},
  workingMs: attempt,
  waitingMs: attempt * 2,
  health: null,
  suspect: attempt === 1,
  artifacts: [],
});
const lost = (attempt: number, taskHash: string): AttemptRecord => ({
  ...begun(attempt, taskHash),
  state: "lost",
  endedAt: "2030-01-01T00:00:09.000Z",
});
const running = (attempt: number, taskHash: string): AttemptRecord => ({
  ...begun(attempt, taskHash),
  state: "running",
});
const opening = {
  ...cell,
  attempt: 1,
  callId: "c",
  payer: "subject" as const,
  modelId: "m",
  openedAt: "2030-01-01T00:00:00.000Z",
};
const calls: CallRecord[] = [
  { ...opening, worstCaseUsd: 1, state: "open" },
  { ...opening, worstCaseUsd: 2, state: "lost" },
  { ...opening, worstCaseUsd: null, state: "lost" },
  { ...opening, worstCaseUsd: 3, state: "charged", costUsd: 0.5, usage, details: {} },
];

test("the result is that of the last attempt that ended, the money that of all calls", () => {
  expect(summariseCell(cell, [ended(1, "a"), ended(2, "b"), lost(3, "c")], calls)).toEqual({
    ...cell,
    taskHash: "b",
    attempts: 3,
    outcome: { kind: "failed", score: 0.2 },
    running: false,
    spend: { subject: 2.5, judge: 0, agent: 0, carried: 2, unknownCalls: 1 },
    usage,
    workingMs: 2,
    waitingMs: 4,
    suspect: false,
    endedAt: "2030-01-01T00:00:02.000Z",
  });
});

test("a cell without an end has no result, and the hash of its last attempt", () => {
  expect(summariseCell(cell, [lost(1, "a"), running(2, "b")], [])).toMatchObject({
    taskHash: "b",
    outcome: null,
    running: true,
    endedAt: null,
    workingMs: 0,
  });
});
