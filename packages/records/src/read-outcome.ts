import { InvalidRecordError } from "./errors/record-errors.ts";
import { type Outcome, outcomeKinds, type RecordedError } from "./outcome.ts";

/** No time, size or count is larger: sums of such figures stay numbers. As the schema of exported runs has it. */
export const mostOfAnything = 1e15;

/** A longer text is not shown: cut off, a secret in it would not be known as one. */
const shownCharacters = 40;

/**
 * The outcome in a value from elsewhere, with its own members and nothing else. Each is read once. Throws
 * `InvalidRecordError` when it is none, or what a getter of the value throws. A text that the error shows goes through
 * `clean` first.
 */
export function readOutcome(value: unknown, clean: (text: string) => string = (text) => text): Outcome {
  if (typeof value !== "object" || value === null)
    throw new InvalidRecordError(
      "An outcome",
      shown(value),
      'an object such as { kind: "passed", score: 1 }',
    );
  const { kind, score, error, afterMs, reason } = value as Record<string, unknown>;
  switch (kind) {
    case "passed":
    case "failed":
      if (!isNumber(score) || score > 1)
        throw new InvalidRecordError("The score of an outcome", shown(score), "a number from 0 to 1");
      return { kind, score };
    case "errored":
    case "over-budget":
    case "unscored":
    case "infrastructure":
      return { kind, error: readError(error) };
    case "timed-out":
      if (!isNumber(afterMs) || afterMs > mostOfAnything)
        throw new InvalidRecordError(
          "afterMs of the outcome timed-out",
          shown(afterMs),
          "the milliseconds after which it was",
        );
      return { kind, afterMs };
    case "cancelled":
      return { kind, reason: readText("The reason of the outcome cancelled", reason) };
    default:
      throw new InvalidRecordError(
        "The kind of an outcome",
        typeof kind === "string" && kind.length <= shownCharacters
          ? JSON.stringify(clean(kind))
          : shown(kind),
        `one of ${outcomeKinds.join(", ")}`,
      );
  }
}

function readError(error: unknown): RecordedError {
  if (typeof error !== "object" || error === null)
    throw new InvalidRecordError("The error of an outcome", shown(error), "an error with name and message");
  const { name, message, code } = error as Record<string, unknown>;
  return {
    name: readText("The name of an outcome's error", name),
    message: readText("The message of an outcome's error", message),
    ...(code !== undefined && { code: readText("The code of an outcome's error", code) }),
  };
}

function readText(what: string, value: unknown): string {
  if (typeof value !== "string") throw new InvalidRecordError(what, shown(value), "text");
  return value;
}

/** Finite and not negative. */
function isNumber(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY;
}

/** What should be something else is not shown whole: it may hold a secret. */
function shown(value: unknown): string {
  return typeof value === "number" || value === undefined || value === null
    ? String(value)
    : `of type ${typeof value}`;
}
