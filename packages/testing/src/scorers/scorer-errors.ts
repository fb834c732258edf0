import { FlowError } from "@flow-state-dev/core";

/** A scorer that cannot be used as it was set up. */
export class InvalidScorerError extends FlowError {
  override readonly name = "InvalidScorerError";

  constructor(scorer: string, problem: string) {
    super(`The scorer ${scorer} cannot be used: ${problem}.`, {
      code: "invalid-scorer",
      details: { scorer },
    });
  }
}

/** Two scorers of one run have the same name, so that one score would hide the other. */
export class DuplicateScorerError extends FlowError {
  override readonly name = "DuplicateScorerError";

  constructor(scorer: string) {
    super(`Two scorers are named ${scorer}. Give one of them another name: named("…", scorer).`, {
      code: "duplicate-scorer",
      details: { scorer },
    });
  }
}

/** A scorer compares with a reference, and there is none. */
export class MissingExpectedError extends FlowError {
  override readonly name = "MissingExpectedError";

  constructor(scorer: string, what: string) {
    super(`${scorer} compares with what is expected, but ${what}.`, {
      code: "missing-expected",
      details: { scorer },
    });
  }
}
