import type { CallRecord, CellRecord, RunStore } from "@flow-state-dev/records";
import { expect } from "vitest";
import { all, cellsOf } from "../support/sweeping.ts";
import { callsPerCell, killPlan, worstCaseUsd } from "./plan.ts";
import type { SeenCall } from "./provider.ts";

/**
 * The books, call by call:
 *   1. Every call the provider saw is in the books, once, under the cell and attempt it was made for.
 *   2. Every charged call was seen exactly once, at the same cost.
 *   3. Every other call is `lost`: it was under way, or about to go out, at a kill. The provider saw it once or never;
 *      it is carried at its worst case. None is left open.
 *   4. The spend of the run is the charged costs and the worst cases of the lost calls, to the billionth of a dollar.
 */
function checkBooks(books: readonly CallRecord[], seen: readonly SeenCall[]): { lost: number } {
  const booked = new Map(books.map((call) => [call.callId, call]));
  expect(booked.size).toBe(books.length);
  const sightings = new Map<string, SeenCall>();
  for (const call of seen) {
    expect(sightings.has(call.callId), `${call.callId} was sent twice`).toBe(false);
    sightings.set(call.callId, call);
    const record = booked.get(call.callId);
    expect(record && `${record.subject} ${record.task} ${record.run}`).toBe(call.cell);
    expect(record?.attempt).toBe(call.attempt);
  }
  let lost = 0;
  for (const call of books) {
    if (call.state === "charged") expect(call.costUsd).toBe(sightings.get(call.callId)?.costUsd);
    else {
      expect(call).toMatchObject({ state: "lost", worstCaseUsd });
      lost += 1;
    }
  }
  return { lost };
}

/** Results that stay, by cell: what they are and when they came. */
export function standing(cells: readonly CellRecord[]): Map<string, string> {
  const ended = cells.filter(({ outcome }) => outcome?.kind === "passed");
  return new Map(
    ended.map((cell) => [`${cell.subject} ${cell.task} ${cell.run}`, `${cell.attempts} ${cell.endedAt}`]),
  );
}

async function checkAttempts(store: RunStore, runId: string, seen: readonly SeenCall[]): Promise<void> {
  const lastCall = new Map<string, number>();
  for (const { cell, attempt } of seen) lastCall.set(cell, Math.max(lastCall.get(cell) ?? 0, attempt));
  for (const cell of await cellsOf(store, runId)) {
    const attempts = await store.attempts(runId, cell);
    expect(attempts.map(({ state }) => state)).toEqual([
      ...new Array(attempts.length - 1).fill("lost"),
      "ended",
    ]);
    expect(lastCall.get(`${cell.subject} ${cell.task} ${cell.run}`)).toBe(attempts.length);
  }
}

/** The run is whole: one result for each of the 500 cells, and books that equal what the provider counted. */
export async function checkWholeRun(store: RunStore, url: string): Promise<{ lost: number }> {
  const runs = await all(store.runs());
  expect(runs).toHaveLength(1);
  const run = runs[0]!;
  expect(run).toMatchObject({ state: "finished", plannedCells: killPlan.count });
  const cells = await cellsOf(store, run.id);
  expect(cells).toHaveLength(500);
  expect(standing(cells).size).toBe(500);

  const seen = (await (await fetch(`${url}/seen`)).json()) as SeenCall[];
  const books = await all(store.calls(run.id));
  const { lost } = checkBooks(books, seen);
  expect(books.length - lost).toBeGreaterThanOrEqual(500 * callsPerCell);
  await checkAttempts(store, run.id, seen);

  const nano = (usd: number) => Math.round(usd * 1e9);
  const charged = books.reduce((sum, call) => sum + (call.state === "charged" ? nano(call.costUsd!) : 0), 0);
  const { spend } = await store.totals(run.id);
  expect(nano(spend.subject)).toBe(charged + lost * nano(worstCaseUsd));
  expect(nano(spend.carried)).toBe(lost * nano(worstCaseUsd));
  return { lost };
}
