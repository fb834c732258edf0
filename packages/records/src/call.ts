import type { CellId, RecordedUsage } from "./cell.ts";
import type { JsonObject } from "./json.ts";

/** Who spent it. */
export type CallPayer = "subject" | "judge" | "agent";

/** A model call, written down before it goes out. */
export interface CallOpening {
  callId: string;
  payer: CallPayer;
  modelId: string;
  /** The most it can cost, in US dollars; null when the model has no price. */
  worstCaseUsd: number | null;
  /** ISO time. */
  openedAt: string;
}

/** The same call, when it has ended. `details` holds what else the charge says: finish reason, latency, request id. */
export interface CallCharge {
  callId: string;
  /** Null when nobody knows. */
  costUsd: number | null;
  usage: RecordedUsage;
  details: JsonObject;
}

/**
 * A call as it is kept. `open` calls may still be under way. How `lost` ones ended nobody knows, for their process died
 * or their attempt ended without them: they are carried at their worst case until a charge comes after all.
 */
export type CallRecord = CellId &
  CallOpening & { attempt: number } & (
    | { state: "open" }
    | { state: "lost" }
    | ({ state: "charged" } & Omit<CallCharge, "callId">)
  );
