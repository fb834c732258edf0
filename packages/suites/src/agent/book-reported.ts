import { type Account, type ChargeFacts, noUsage } from "@flow-state-dev/core";
import type { ReportedUsage } from "./usage-file.ts";

/** What the booking of reported usage needs to know. */
export interface ReportedCall {
  /** The model that was used, or the name of the agent when nobody knows. */
  modelId: string;
  agent: string;
  startedAt: Date;
  durationMs: number;
}

/** Says of something booked for the time being whether it stands; of what stands already it changes nothing. */
export type Decide = (stands: boolean) => void;

/**
 * Books what a program says it used as one call; nothing when it says nothing. The money is spent, so it is not asked for.
 *
 * @param provisional it may be that somebody else has counted the same: booked as the most that it can be, until decided
 */
export async function bookReported(
  account: Account,
  { usage, costUsd }: Pick<ReportedUsage, "usage" | "costUsd">,
  call: ReportedCall,
  { provisional = false } = {},
): Promise<Decide> {
  if (usage === null && costUsd === null) return () => {};
  const paying = account.payer === "agent" ? account : account.child({ name: "agent", payer: "agent" });
  const open = await paying.open({ modelId: call.modelId, blockName: call.agent, worstCaseUsd: 0 });
  const facts: ChargeFacts = {
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
  open.settle(provisional ? { ...facts, carried: true } : facts);
  return (stands) => void open.settle(stands ? facts : { ...facts, usage: { ...noUsage }, costUsd: 0 });
}
