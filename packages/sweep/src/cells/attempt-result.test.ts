import { type Charge, noUsage } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { WorkDone } from "../attempt/work-done.ts";
import type { Verdict } from "../verdict/attempt-verdict.ts";
import { measure, resultOf } from "./attempt-result.ts";

const health = { eventLoopLagMs: 0, starvedMs: 0, memoryBytes: 1, openCalls: 0 };
const measured = { workingMs: 1_000, waitingMs: 50, health };
const verdict = {
  ...{ outcome: { kind: "passed", score: 1 }, evidence: { seen: 1 }, artifacts: [] },
  ...{ takenOver: { workingMs: 0, suspect: false }, problems: new Set() },
} as unknown as Verdict;
const took = { ...new WorkDone().with(undefined), costUsd: 0.5 };

test("a first attempt is written down with its own time and nothing counted", () => {
  expect(resultOf({ attempt: 1, work: new WorkDone() }, verdict, measured)).toStrictEqual({
    ...{ outcome: verdict.outcome, evidence: { seen: 1 }, artifacts: [] },
    ...{ workingMs: 1_000, waitingMs: 50, health, suspect: false },
  });
});

test("what was taken over is its own time, work and doubt", () => {
  const takenOver = { workingMs: 500, suspect: true, work: took };
  const result = resultOf({ attempt: 1, work: new WorkDone() }, { ...verdict, takenOver }, measured);
  expect(result).toMatchObject({ workingMs: 1_500, suspect: true, counted: { costUsd: 0.5 } });
});

test("a later attempt, and one that a cache had a share in, says what it took", () => {
  expect(resultOf({ attempt: 2, work: new WorkDone() }, verdict, measured)).toHaveProperty("counted");
  const work = new WorkDone();
  work.cached({ costUsd: 0.25, usage: noUsage });
  expect(resultOf({ attempt: 1, work }, verdict, measured)).toMatchObject({
    counted: { cachedUsd: 0.25, cachedCalls: 1 },
  });
});

test("what a call took that broke off unheard is not known where nothing came of it", () => {
  const work = new WorkDone();
  const call = { costUsd: 0.25, usage: noUsage, mostUsd: 1 } as Charge;
  work.charged({ ...call, payer: "subject" });
  work.charged({ ...call, payer: "agent" });
  const ended = (outcome: Verdict["outcome"]) =>
    resultOf({ attempt: 1, work }, { ...verdict, outcome }, measured).counted;
  expect(ended({ kind: "timed-out", afterMs: 10 })).toMatchObject({ costUsd: 0.5, unknownCalls: 1 });
  expect(ended({ kind: "failed", score: 0 })).toBeUndefined();
});

test("a starved attempt is suspect", () => {
  const starved = { ...measured, health: { ...health, starvedMs: 900, eventLoopLagMs: 900 } };
  expect(resultOf({ attempt: 1, work: new WorkDone() }, verdict, starved).suspect).toBe(true);
});

test("what is measured stays when time goes on", () => {
  const slot = { workingMs: 1, waitingMs: 2 };
  const taken = measure({ slot, health });
  slot.workingMs = 100;
  expect(taken).toEqual({ workingMs: 1, waitingMs: 2, health });
});
