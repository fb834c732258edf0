import type { ProviderFault } from "../round/round-plan.ts";

/** One request as the provider saw it. */
export interface SeenCall {
  /** The id it answered under. */
  requestId: string;
  /** The id under which it is in the books, where the caller told it. */
  callId: string | null;
  fate: "answered" | ProviderFault;
  /** What it counted, in tokens; null when it answered nothing. */
  billed: { input: number; output: number } | null;
}
