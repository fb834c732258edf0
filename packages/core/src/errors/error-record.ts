import { httpStatus } from "../model/http-status.ts";
import { isModelTimeout } from "../model/model-timeout.ts";
import { messageOf } from "./as-error.ts";

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
  const message = messageOf(error);
  try {
    return error instanceof Error ? recordOf(error, message) : { name: "Error", message };
  } catch {
    return { name: "Error", message };
  }
}

function recordOf(error: Error, message: string): ErrorRecord {
  const record: ErrorRecord = { name: error.name, message };
  const facts = error as { code?: unknown; retryable?: unknown; isRetryable?: unknown };
  if (typeof facts.code === "string") record.code = facts.code;
  const retryable = facts.retryable ?? facts.isRetryable ?? (isModelTimeout(error) || undefined);
  if (typeof retryable === "boolean") record.retryable = retryable;
  const status = httpStatus(error);
  if (status !== undefined) record.status = status;
  return record;
}
