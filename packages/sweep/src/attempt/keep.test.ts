import { createSqliteStore, type JsonObject } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { answered, call, manifestOf, passed, planOfSize } from "../../test/support/sweeping.ts";
import { type Limits, type RunCell, sweep } from "../index.ts";
import type { CellContext } from "./cell-context.ts";

const evidence: JsonObject = { half: "way" };
const output = { name: "output", mediaType: "text/plain", content: "something" };

/** Runs one cell, and reads what is kept of it. */
async function swept(runCell: RunCell, limits: Limits = {}, signal?: AbortSignal) {
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(1, 1);
  const { runId } = await sweep({
    ...{ cells: plan, manifest: manifestOf(plan), store, limits, runCell },
    ...(signal && { signal }),
  });
  const { subject, task, run } = plan.at(0);
  const cell = { subject, task, run };
  const [attempt] = await store.attempts(runId, cell);
  const artifact = await store.artifact(runId, cell, 1, "output");
  await store.close();
  return { attempt: attempt!, content: artifact?.content, runId };
}

test("what is kept is in the store before the cell ends, and its artifacts stay", async () => {
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(1, 1);
  const { subject, task, run } = plan.at(0);
  const cell = { subject, task, run };
  const { runId } = await sweep({
    ...{ cells: plan, manifest: manifestOf(plan), store },
    async runCell(_, { keep, runId }) {
      expect(await keep({ evidence, artifacts: [output] })).toBe(true);
      expect(await store.attempts(runId, cell)).toMatchObject([
        { state: "running", progress: { evidence, artifacts: [{ name: "output" }] } },
      ]);
      return { ...passed(), evidence: { all: "the way" } };
    },
  });
  const [attempt] = await store.attempts(runId, cell);
  expect(attempt).toMatchObject({ state: "ended", artifacts: [{ name: "output" }] });
  expect(attempt?.state === "ended" && attempt.evidence).toEqual({ all: "the way" });
  await store.close();
});

test("a cell that is cut off later has it beside what it left behind", async () => {
  const stop = new AbortController();
  const { attempt, content } = await swept(
    async (_, { keep }) => {
      await keep({ evidence, artifacts: [output] });
      stop.abort();
      return { ...passed(), evidence: { seen: 1 } };
    },
    {},
    stop.signal,
  );
  expect(attempt).toMatchObject({
    ...{ outcome: { kind: "cancelled" }, evidence: { seen: 1, progress: evidence } },
  });
  expect(content).toBe("something");
});

test("also one that does not end by itself", async () => {
  const stop = new AbortController();
  const { attempt, content } = await swept(
    async (_, { keep }) => {
      await keep({ evidence, artifacts: [output] });
      stop.abort();
      return new Promise(() => {});
    },
    { settleMs: 10 },
    stop.signal,
  );
  expect(attempt).toMatchObject({ evidence: { dropped: true, progress: evidence } });
  expect(content).toBe("something");
});

test("nothing is kept of a cell that was told to stop, or that has ended", async () => {
  const stop = new AbortController();
  const answers: boolean[] = [];
  let left: CellContext | undefined;
  const { attempt, content } = await swept(
    async (_, context) => {
      stop.abort();
      answers.push(await context.keep({ evidence, artifacts: [output] }));
      left = context;
      return passed();
    },
    {},
    stop.signal,
  );
  answers.push(await left!.keep({ evidence }));
  expect(answers).toEqual([false, false]);
  expect(attempt).toMatchObject({ outcome: { kind: "cancelled" }, artifacts: [] });
  expect(attempt.state === "ended" && attempt.evidence).not.toHaveProperty("progress");
  expect(content).toBeUndefined();
});

test("nor of one that the run's budget has refused a call", async () => {
  const answers: boolean[] = [];
  const { attempt } = await swept(
    async (_, context) => {
      answers.push(await context.keep({ evidence }));
      await call(context, async () => answered(1));
      await call(context, async () => answered(1)).catch(() => {});
      answers.push(await context.keep({ evidence: { more: true } }));
      return passed();
    },
    { budgetUsd: 1 },
  );
  expect(answers).toEqual([true, false]);
  expect(attempt).toMatchObject({ outcome: { kind: "cancelled" }, evidence: { progress: evidence } });
});

test("what the store refuses is not kept, and harms nothing", async () => {
  const { attempt } = await swept(async (_, { keep }) => {
    expect(await keep({ evidence: "none" as unknown as JsonObject })).toBe(false);
    expect(await keep({ evidence, artifacts: [output, output] })).toBe(false);
    return passed();
  });
  expect(attempt).toMatchObject({ outcome: { kind: "passed" }, artifacts: [] });
});
