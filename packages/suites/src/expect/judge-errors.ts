import { FlowError } from "@flow-state-dev/core";

/** A `judge:` expectation, and nobody to judge it. */
export class NoJudgeError extends FlowError {
  override readonly name = "NoJudgeError";

  constructor() {
    super("The case has a judge: expectation, but no judge was given. Name a model that judges.", {
      code: "no-judge",
    });
  }
}

/**
 * The judge could not judge a criterion, so nobody knows whether it is met. Where its provider does not take what it is
 * asked, the code says so, for then trying again does not help.
 */
export class JudgeFailedError extends FlowError {
  override readonly name = "JudgeFailedError";

  constructor(cause: Error | null) {
    super(
      cause === null
        ? "The judge could not tell whether the criterion is met. Word it so that patch and answer show it."
        : `The judge failed: ${cause.message}`,
      { code: isRefusal(cause) ? cause.code : "judge-failed", ...(cause === null ? {} : { cause }) },
    );
  }
}

function isRefusal(cause: Error | null): cause is FlowError {
  return cause instanceof FlowError && cause.code === "refused-request";
}
