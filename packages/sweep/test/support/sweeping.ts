import type { ChargeFacts, OpenCall } from "@flow-state-dev/core";
import { noUsage } from "@flow-state-dev/core";
import type { CellRecord, RunManifest, RunStore } from "@flow-state-dev/records";
import {
  type CellContext,
  type CellPlan,
  type CellResult,
  manifestOf as manifestOfPlan,
  planCells,
} from "../../src/index.ts";

/** A plan of so many subjects, tasks and runs, all of the same provider unless told otherwise. */
export function planOfSize(subjects: number, tasks: number, runs = 1, provider?: string): CellPlan {
  return planCells({
    subjects: names("s", subjects).map((name) => ({ name, ...(provider !== undefined && { provider }) })),
    tasks: names("t", tasks).map((id) => ({ id, hash: `hash of ${id}` })),
    runs,
  });
}

export function names(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}`);
}

export function manifestOf(plan: CellPlan, name = "test"): RunManifest {
  return manifestOfPlan(plan, { kind: "test", name, models: { executor: "acme/one" }, simulated: true });
}

export const passed = (score = 1): CellResult => ({ outcome: { kind: "passed", score } });

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

export function cellsOf(store: RunStore, runId: string): Promise<CellRecord[]> {
  return all(store.cells(runId));
}

/** What is booked for a call that went well and cost so much. */
export function answered(costUsd: number, tokens = 10): ChargeFacts {
  return {
    status: "complete",
    finishReason: "stop",
    modelId: "acme/one",
    usage: { ...noUsage, inputTokens: tokens },
    usageKnown: "reported",
    costUsd,
    costBasis: "prices",
    streamed: false,
    startedAt: new Date(0).toISOString(),
    latencyMs: 1,
  };
}

/** What is booked for a call that the provider turned away. */
export function refused(status: number): ChargeFacts {
  const { finishReason: _, ...facts } = answered(0) as ChargeFacts & { finishReason: string };
  return {
    ...facts,
    status: "failed",
    usageKnown: "none",
    error: { name: "APICallError", message: "no", status },
  };
}

/** An error as the AI SDK throws it for an HTTP status. */
export function httpError(status: number, headers: Record<string, string> = {}): Error {
  return Object.assign(new Error(`HTTP ${status}`), {
    name: "AI_APICallError",
    statusCode: status,
    isRetryable: status === 429 || status >= 500,
    responseHeaders: headers,
  });
}

/** Makes one call on the account of a cell: opens it, lets `work` happen, books it. */
export async function call(
  context: CellContext,
  work: (call: OpenCall) => Promise<ChargeFacts>,
  worstCaseUsd = 1,
  modelId = "acme/one",
): Promise<void> {
  const open = await context.account.open({ modelId, worstCaseUsd, signal: context.signal });
  open.settle(await work(open));
}
