import {
  type Account,
  BudgetExceededError,
  noUsage,
  type OpenCall,
  type Settlement,
} from "@flow-state-dev/core";
import type { ReportedUsage } from "./usage-file.ts";

/** What the booking of reported usage needs to know. */
export interface ReportedCall {
  /** The model that was used, or the name of the agent when nobody knows. */
  modelId: string;
  agent: string;
  startedAt: Date;
  durationMs: number;
}

/** What was booked, until it is known whether it counts. */
export interface BookedReport {
  /** It counts as it was told. */
  confirm(): void;
  /** Somebody else has counted the same: nothing of it counts. */
  withdraw(): void;
}

/**
 * Books what a program says it used as one call; nothing when it says nothing. The money is spent, so it is not asked
 * for.
 */
export async function bookReported(
  account: Account,
  reported: Pick<ReportedUsage, "usage" | "costUsd">,
  call: ReportedCall,
): Promise<void> {
  const booked = await openReported(account, reported, call, 0);
  booked?.open.settle(booked.facts);
}

/**
 * Books the same for as long as it is not known whether it counts: carried, as calls are whose process has died. Null
 * when nothing was said, or when nothing is left to pay for it: a strict account asks. `signal` ends the wait for money
 * that others hold back.
 */
export async function carryReported(
  account: Account,
  reported: Pick<ReportedUsage, "usage" | "costUsd">,
  call: ReportedCall,
  signal: AbortSignal,
): Promise<BookedReport | null> {
  let booked: Awaited<ReturnType<typeof openReported>>;
  try {
    booked = await openReported(account, reported, call, reported.costUsd ?? 0, signal);
  } catch (error) {
    if (error instanceof BudgetExceededError || signal.aborted) return null;
    throw error;
  }
  if (!booked) return null;
  const { open, facts } = booked;
  open.settle({ ...facts, carried: true });
  const nothing = { usage: { ...noUsage }, usageKnown: "none", costUsd: 0, costBasis: "provider" } as const;
  return {
    confirm: () => void open.settle(facts),
    withdraw: () => void open.settle({ ...facts, ...nothing }),
  };
}

async function openReported(
  account: Account,
  { usage, costUsd }: Pick<ReportedUsage, "usage" | "costUsd">,
  call: ReportedCall,
  worstCaseUsd: number,
  signal?: AbortSignal,
): Promise<{ open: OpenCall; facts: Settlement } | null> {
  if (usage === null && costUsd === null) return null;
  const paying = account.payer === "agent" ? account : account.child({ name: "agent", payer: "agent" });
  const open = await paying.open({
    ...{ modelId: call.modelId, blockName: call.agent, worstCaseUsd, made: true },
    ...(signal && { signal }),
  });
  const facts: Settlement = {
    status: "complete",
    finishReason: "reported",
    modelId: call.modelId,
    blockName: call.agent,
    usage: usage ?? { ...noUsage },
    usageKnown: usage === null ? "none" : "reported",
    costUsd,
    costBasis: costUsd === null ? "unpriced" : "provider",
    streamed: false,
    startedAt: call.startedAt.toISOString(),
    latencyMs: call.durationMs,
  };
  return { open, facts };
}
