import { type Account, noUsage } from "@flow-state-dev/core";
import type { ReportedUsage } from "./usage-file.ts";

/** What the booking of reported usage needs to know. */
export interface ReportedCall {
  /** The model that was used, or the name of the agent when nobody knows. */
  modelId: string;
  agent: string;
  startedAt: Date;
  durationMs: number;
}

/** Books what a program says it used as one call; nothing when it says nothing. The money is spent, so it is not asked for. */
export async function bookReported(
  account: Account,
  { usage, costUsd }: Pick<ReportedUsage, "usage" | "costUsd">,
  call: ReportedCall,
): Promise<void> {
  if (usage === null && costUsd === null) return;
  const paying = account.payer === "agent" ? account : account.child({ name: "agent", payer: "agent" });
  const open = await paying.open({ modelId: call.modelId, blockName: call.agent, worstCaseUsd: 0 });
  open.settle({
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
  });
}
