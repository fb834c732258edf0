import { FlowError } from "../errors/flow-error.ts";
import { firstWords } from "./first-words.ts";
import { isRetryable } from "./retryable.ts";

/** Longer than any provider's sentence about what went wrong. */
const mostCharacters = 1_000;

/**
 * A provider reported within a stream that something went wrong on its side. The message is its own sentence; the cause
 * is what it reported, as its package passes it on.
 */
export class StreamFailedError extends FlowError {
  override readonly name = "StreamFailedError";

  constructor(reported: unknown) {
    const said = firstWords(sentenceIn(reported), mostCharacters);
    super(said || "The provider reported an error without saying which.", {
      code: "stream-failed",
      retryable: isRetryable(reported),
      cause: reported,
    });
  }
}

/** What a stream reported as its error: itself when it is an error, else one of ours with what the provider said. */
export function reportedError(reported: unknown): Error {
  if (!(reported instanceof Error)) return new StreamFailedError(reported);
  const event = errorEventIn(reported);
  return event === undefined ? reported : new StreamFailedError(event);
}

/**
 * Servers that resemble a provider send error events of a shape that its package does not take, and reports as such.
 */
function errorEventIn(error: Error): unknown {
  if (error.name !== "AI_TypeValidationError") return undefined;
  const { value } = error as { value?: unknown };
  const { type, response, error: own, message } = Object(value) as Record<string, unknown>;
  const within = own ?? (Object(response) as { error?: unknown }).error;
  if (typeof (Object(within) as { message?: unknown }).message === "string") return within;
  return type === "error" && typeof message === "string" ? value : undefined;
}

/** Packages pass on what they find on the wire: an object with a message, one around it, or a text. */
function sentenceIn(reported: unknown): string {
  if (typeof reported === "string") return reported;
  const { message, error } = Object(reported) as { message?: unknown; error?: unknown };
  const within = (Object(error) as { message?: unknown }).message;
  for (const each of [message, within, error]) if (typeof each === "string" && each !== "") return each;
  try {
    return JSON.stringify(reported) ?? "";
  } catch {
    return "";
  }
}
