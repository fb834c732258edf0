/**
 * What every error of this package is: one sentence that says what happened, one that says what to do next, and a
 * stable code in kebab-case that programs switch on.
 */
export class RecordsError extends Error {
  override readonly name: string = "RecordsError";
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
