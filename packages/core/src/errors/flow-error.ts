/** Facts an error is built from. */
export interface FlowErrorFacts {
  /** Stable, kebab-case; programs switch on it. */
  code: string;
  /** Would the same thing, tried again later, have a chance? */
  retryable?: boolean;
  blockName?: string;
  cause?: unknown;
  details?: Record<string, unknown>;
}

/**
 * What every error of ours is: one sentence that says what happened and what to do next, and a stable code.
 * Subclasses live beside the thing that throws them and compose their own message.
 */
export class FlowError extends Error {
  override readonly name: string = "FlowError";
  readonly code: string;
  readonly retryable: boolean;
  readonly blockName: string | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(message: string, facts: FlowErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    this.retryable = facts.retryable ?? false;
    this.blockName = facts.blockName;
    this.details = facts.details;
  }
}
