import type { Account, OpenCall } from "../../src/money/account.ts";
import type { Charge, ChargeFacts } from "../../src/money/charge.ts";
import { noUsage } from "../../src/money/usage.ts";

/** What is known of a call that cost this much. */
export const facts = (costUsd: number | null, usage: Partial<Charge["usage"]> = {}): ChargeFacts => ({
  status: "complete",
  finishReason: "stop",
  modelId: "test/model",
  usage: { ...noUsage, ...usage },
  usageKnown: "reported",
  costUsd,
  costBasis: costUsd === null ? "unpriced" : "prices",
  streamed: false,
  startedAt: "2026-01-01T00:00:00.000Z",
  latencyMs: 1,
});

/** Opens a call of the test model. */
export const open = (account: Account, worstCaseUsd: number | null = 0.001, signal?: AbortSignal) =>
  account.open({ modelId: "test/model", worstCaseUsd, ...(signal && { signal }) });

/** Spends so much in one call. */
export async function spend(account: Account, usd: number): Promise<void> {
  (await open(account, usd)).settle(facts(usd));
}

/** Resolves to "waiting" when the call has neither opened nor been refused after all that was queued has run. */
export async function stateOf(call: Promise<OpenCall>): Promise<"open" | "refused" | "waiting"> {
  const later = new Promise<"waiting">((resolve) => setImmediate(() => resolve("waiting")));
  return Promise.race([call.then(() => "open" as const).catch(() => "refused" as const), later]);
}
