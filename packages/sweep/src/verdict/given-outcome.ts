import { InvalidRecordError, type Outcome, readOutcome } from "@flow-state-dev/records";
import { recordOf } from "./classify.ts";

/**
 * The outcome that somebody's code gave, with its own members and nothing else; or, when it is none, what is wrong with
 * it in words. In place of a recorded error an error itself will do. May throw what a getter of the value throws.
 */
export function givenOutcome(value: unknown): Outcome | string {
  try {
    return readOutcome(withRecord(value));
  } catch (error) {
    if (error instanceof InvalidRecordError) return error.message;
    throw error;
  }
}

function withRecord(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("error" in value)) return value;
  const { error } = value;
  if (!(error instanceof Error)) return value;
  return { kind: "kind" in value ? value.kind : undefined, error: recordOf(error) };
}
