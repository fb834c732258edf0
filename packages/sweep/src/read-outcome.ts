import { type Outcome, outcomeKinds, type RecordedError } from "@flow-state-dev/records";
import { recordOf } from "./classify.ts";

/**
 * The outcome that somebody's code gave, with its own members and nothing else; or, when it is none, what is wrong with
 * it in a sentence. May throw what a getter of the value throws.
 */
export function readOutcome(value: unknown): Outcome | string {
  if (typeof value !== "object" || value === null) {
    return `An outcome has to be an object such as { kind: "passed", score: 1 }, and ${shown(value)} is none.`;
  }
  const { kind, score, error, afterMs, reason } = value as Record<string, unknown>;
  switch (kind) {
    case "passed":
    case "failed":
      if (typeof score === "number" && score >= 0 && score <= 1) return { kind, score };
      return `The score of an outcome has to be a number from 0 to 1, and ${shown(score)} is none.`;
    case "errored":
    case "over-budget":
    case "unscored":
    case "infrastructure": {
      const record = readError(error);
      return typeof record === "string" ? `The outcome ${kind} ${record}` : { kind, error: record };
    }
    case "timed-out":
      if (Number.isFinite(afterMs) && Number(afterMs) >= 0) return { kind, afterMs: Number(afterMs) };
      return `The outcome timed-out needs afterMs, the milliseconds after which it was, and ${shown(afterMs)} is none.`;
    case "cancelled":
      if (typeof reason === "string") return { kind, reason };
      return `The outcome cancelled needs a reason in words, and ${shown(reason)} is none.`;
    default:
      return `The kind of an outcome has to be one of ${outcomeKinds.join(", ")}, and ${shown(kind)} is none.`;
  }
}

/** An error itself will do; the record is then made of it. */
function readError(error: unknown): RecordedError | string {
  if (error instanceof Error) return recordOf(error);
  if (typeof error !== "object" || error === null) {
    return `needs an error with name and message, and ${shown(error)} is none.`;
  }
  const { name, message, code } = error as Record<string, unknown>;
  for (const [member, given] of Object.entries({ name, message })) {
    if (typeof given !== "string")
      return `needs an error whose ${member} is text, and ${shown(given)} is none.`;
  }
  if (code !== undefined && typeof code !== "string") {
    return `has an error whose code is no text: ${shown(code)}.`;
  }
  return { name: name as string, message: message as string, ...(code !== undefined && { code }) };
}

const shownCharacters = 60;

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, shownCharacters));
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  return typeof value === "function" ? "a function" : String(value);
}
