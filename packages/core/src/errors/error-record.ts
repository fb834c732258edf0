import { FlowError } from "./flow-error.ts";

/** An error as plain data: what goes into events, records and reports. */
export interface ErrorRecord {
  name: string;
  message: string;
  code?: string;
  retryable?: boolean;
  /** HTTP status, when a provider answered with one. */
  status?: number;
}

/** Any thrown value as plain data. Never throws itself. */
export function toErrorRecord(error: unknown): ErrorRecord {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) };
  const record: ErrorRecord = { name: error.name, message: error.message };
  if (error instanceof FlowError) {
    record.code = error.code;
    record.retryable = error.retryable;
  }
  const status = (error as { statusCode?: unknown }).statusCode;
  if (typeof status === "number") record.status = status;
  return record;
}
