/** A request that makes no sense, with the status that says so. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What the page is told of an error: its status, a stable code and a sentence. */
export function describeError(error: unknown): { status: number; code: string; message: string } {
  if (error instanceof RequestError)
    return { status: error.status, code: error.code, message: error.message };
  const { code, message } = error as { code?: unknown; message?: unknown };
  const known = typeof code === "string" ? code : "view-failed";
  const status = /(^|-)(not-found|unknown|ambiguous)(-|$)/.test(known) ? 404 : 500;
  return { status, code: known, message: typeof message === "string" ? message : String(error) };
}
