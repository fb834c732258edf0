import { FlowError } from "@flow-state-dev/core";
import { sizeOf } from "../text/size-of.ts";

/** A `judge:` expectation, and nobody to judge it. */
export class NoJudgeError extends FlowError {
  override readonly name = "NoJudgeError";

  constructor() {
    super("The case has a judge: expectation, but no judge was given. Name a model that judges.", {
      code: "no-judge",
    });
  }
}

/** The judge could not judge a criterion, so nobody knows whether it is met. */
export class JudgeFailedError extends FlowError {
  override readonly name = "JudgeFailedError";

  constructor(cause: Error | null) {
    super(
      cause === null
        ? "The judge could not tell whether the criterion is met. Word it so that patch and answer show it."
        : `The judge failed: ${cause.message}`,
      { code: "judge-failed", ...(cause === null ? {} : { cause }) },
    );
  }
}

/** What the agent left is more than its judge can read: that is the agent's doing, and asking again does not help. */
export class TooMuchToJudgeError extends FlowError {
  override readonly name = "TooMuchToJudgeError";

  constructor(bytes: number, cause: Error) {
    super(`patch and answer have ${sizeOf(bytes)}, which the judge did not take: ${cause.message}`, {
      ...{ code: "too-much-to-judge", cause },
    });
  }
}
