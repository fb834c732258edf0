import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";

type Part = LanguageModelV4StreamPart;

/** How far a stream is read whose answer nobody wants any more. */
export interface ReadOnLimits {
  /** The longest it takes. */
  ms: number;
  /** The most parts that are taken in. */
  parts: number;
}

/** Names of the AI SDK's errors for a piece that is no JSON, or not of the shape it ought to have. */
const unreadable = new Set(["AI_JSONParseError", "AI_TypeValidationError"]);

/** Does this error of a stream mean one piece that could not be read? It says nothing about the rest. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof Error && unreadable.has(error.name);
}

/**
 * How far to read on after this error. Behind one of the provider only its count can come, and it comes at once; behind
 * a piece that could not be read the rest of the answer may be on its way.
 */
export function readOnLimits(error: unknown): ReadOnLimits {
  return isUnreadable(error) ? { ms: 2_000, parts: 100_000 } : { ms: 500, parts: 1_000 };
}

/**
 * Reads what is left of a stream that has reported an error, for the count that may still come: to its end, its
 * `finish`, its break or the limits, whichever is first. Never rejects. `take` is given each part; false ends it.
 */
export async function readOn(
  reader: ReadableStreamDefaultReader<Part>,
  { ms, parts }: ReadOnLimits,
  take: (part: Part) => boolean = () => true,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    for (let read = 0; read < parts; read++) {
      const next = await Promise.race([reader.read(), enough]);
      if (!next || next.done || !take(next.value) || next.value.type === "finish") return;
    }
  } catch {
    // The call has failed already; what flowed until now is what is known.
  } finally {
    clearTimeout(timer);
  }
}
