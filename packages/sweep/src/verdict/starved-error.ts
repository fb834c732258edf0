import { FlowError } from "@flow-state-dev/core";

/**
 * A time limit was reached in which the process stood still for as long as the limit itself. That time is not counted,
 * but what came in meanwhile had to be dealt with in the little that was left: that says nothing about the subject.
 */
export class StarvedError extends FlowError {
  override readonly name = "StarvedError";

  /** Both in milliseconds. */
  constructor(starvedMs: number, limitMs: number) {
    super(
      `The process stood still for ${seconds(starvedMs)} while the cell worked, so that its timeout of ${seconds(limitMs)} says nothing about it. Run fewer cells at once, or on a machine that has less to do.`,
      { code: "starved", retryable: true },
    );
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 10) / 100} s`;
}
