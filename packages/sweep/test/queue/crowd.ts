import { setTimeout as sleep } from "node:timers/promises";
import type { RunStore } from "@flow-state-dev/records";
import { expect } from "vitest";
import type { SeenCall } from "../kill/provider.ts";
import { type Child, startChild } from "../support/child.ts";
import { all } from "../support/sweeping.ts";
import { worstCaseUsd } from "./plan.ts";

/** Where a run is shared, and what its processes are told. */
export interface Place {
  url: string;
  queueUrl?: string;
  budgetUsd?: number;
  /** Of the simulated provider; without one cells only sleep. */
  provider?: string;
  concurrency?: number;
  env?: NodeJS.ProcessEnv;
}

/** The next line that begins with a word. */
export async function lineOf(child: Child, word: string): Promise<string> {
  for (;;) {
    const line = await child.line();
    if (line === undefined) throw new Error(`It ended before it said ${word}: ${child.errors()}`);
    if (line.startsWith(word)) return line;
  }
}

/** A process that gives the cells of the run out which have no result, if there are any, and watches. */
export function launchPlanner({ url, queueUrl = url, budgetUsd, env }: Place): Child {
  return startChild("queue/planner.ts", [url, queueUrl, budgetUsd?.toString() ?? ""], env);
}

/** A process that has given the cells of the run out, and watches. */
export async function startPlanner(place: Place) {
  const planner = launchPlanner(place);
  const runId = (await lineOf(planner, "posted")).split(" ")[1]!;
  return { planner, runId };
}

/** A process that takes cells of the run. */
export async function startWorker(runId: string, place: Place): Promise<Child> {
  const { url, queueUrl = url, provider = "", concurrency = 8, budgetUsd, env } = place;
  const args = [url, queueUrl, runId, provider, String(concurrency), budgetUsd?.toString() ?? ""];
  const worker = startChild("queue/worker.ts", args, env);
  await lineOf(worker, "ready");
  return worker;
}

/** Processes that take cells of the run, and begin to at the same moment. */
export async function startWorkers(count: number, runId: string, place: Place): Promise<Child[]> {
  const { url, queueUrl = url, provider = "", concurrency = 8, budgetUsd } = place;
  const args = [url, queueUrl, runId, provider, String(concurrency), budgetUsd?.toString() ?? ""];
  const env = { ...place.env, X_TEST_WAIT: "1" };
  const workers = Array.from({ length: count }, () => startChild("queue/worker.ts", args, env));
  for (const worker of workers) await lineOf(worker, "loaded");
  for (const worker of workers) worker.tell("go");
  return workers;
}

/** Resolves when so many cells have ended. */
export async function untilEnded(store: RunStore, runId: string, count: number): Promise<void> {
  for (;;) {
    const { outcomes } = await store.totals(runId);
    if (Object.values(outcomes).reduce((sum, each) => sum + each, 0) >= count) return;
    await sleep(30);
  }
}

/** A whole amount of billionths of a dollar. */
export const nano = (usd: number) => Math.round(usd * 1e9);

/**
 * What the provider counted is what the books say, to the billionth. Calls that a dead worker left open are carried at
 * their worst case, whether the provider saw them or not.
 */
export async function checkBooks(
  store: RunStore,
  runId: string,
  provider: string,
): Promise<{ lost: number }> {
  const seen = (await (await fetch(`${provider}/seen`)).json()) as SeenCall[];
  const byId = new Map(seen.map((call) => [call.callId, call]));
  expect(byId.size).toBe(seen.length);
  let [expected, lost] = [0, 0];
  for (const call of await all(store.calls(runId))) {
    const sighting = byId.get(call.callId);
    if (call.state === "charged") {
      // One that was cut off before it went out was not seen, and costs nothing.
      expect(call.costUsd).toBe(sighting?.costUsd ?? 0);
      expected += nano(call.costUsd!);
    } else {
      expect(call).toMatchObject({ state: "lost", worstCaseUsd });
      lost += 1;
      expected += nano(worstCaseUsd);
    }
    byId.delete(call.callId);
  }
  expect([...byId.keys()]).toEqual([]);
  expect(nano((await store.books(runId)).spentUsd)).toBe(expected);
  return { lost };
}
