import type { CallPayer, CallRecord } from "../call.ts";
import type { CellId } from "../cell.ts";
import type { JsonObject } from "../json.ts";
import { fromNanoUsd } from "../nano-usd.ts";
import { toUsage } from "../sums.ts";
import { cellWords, parseJson, reading } from "./stored-value.ts";

/** A call as the tables have it. */
export interface CallRow {
  no: number;
  run_no: number;
  cell_no: number;
  attempt: number;
  call_id: string;
  payer: CallPayer;
  model_id: string;
  worst_nano: number | null;
  opened_at: string;
  state: CallRecord["state"];
  cost_nano: number | null;
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
  reasoning_tokens: number;
  details: string | null;
}

/** The call of a row of this cell. */
export function toCall(row: CallRow, cell: CellId): CallRecord {
  return reading(
    () => `a call of ${cellWords(cell)}`,
    () => readCall(row, cell),
  );
}

function readCall(row: CallRow, { subject, task, run }: CellId): CallRecord {
  const opening = {
    ...{ subject, task, run, attempt: row.attempt, callId: row.call_id, payer: row.payer },
    modelId: row.model_id,
    worstCaseUsd: row.worst_nano === null ? null : fromNanoUsd(row.worst_nano),
    openedAt: row.opened_at,
  };
  if (row.state !== "charged") return { ...opening, state: row.state };
  return {
    ...opening,
    state: "charged",
    costUsd: row.cost_nano === null ? null : fromNanoUsd(row.cost_nano),
    usage: toUsage(row),
    details: parseJson<JsonObject>(row.details ?? "{}", "object"),
  };
}
