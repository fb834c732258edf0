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
  const facts = error as { code?: unknown; retryable?: unknown; isRetryable?: unknown; statusCode?: unknown };
  if (typeof facts.code === "string") record.code = facts.code;
  const retryable = facts.retryable ?? facts.isRetryable;
  if (typeof retryable === "boolean") record.retryable = retryable;
  if (typeof facts.statusCode === "number") record.status = facts.statusCode;
  return record;
}
