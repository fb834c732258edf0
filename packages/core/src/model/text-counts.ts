import { mendJson } from "./mend-json.ts";

/**
 * What stands for a count that nobody can read: above what any call has, also when other counts are added to it or
 * taken from it, so that whoever reads it takes it for unknown.
 */
const unreadable = Number.MAX_SAFE_INTEGER;

/** A count of tokens that is written as a text. */
const textCount = /"\w*(?:[Tt]okens|[Tt]okenCount)"\s*:\s*"/;
const countName = /(?:tokens|tokenCount)$/i;

type Json = Record<string, unknown>;

/**
 * One answer of a provider, or one event of a stream, as JSON in which the counts of its usage are numbers. A server
 * that only resembles a provider's may write them as texts: plain digits are read, anything else becomes a number that
 * no call can have. The same text when there is nothing to change; only usage is looked at, never what a model wrote.
 */
export function withCountsAsNumbers(json: string): string {
  return mendJson(json, textCount, (answer) => {
    let changed = false;
    for (const usage of (Array.isArray(answer) ? answer : [answer]).flatMap(usagesIn)) {
      if (readCounts(usage)) changed = true;
    }
    return changed;
  });
}

/** Where the wires have it: Chat, Messages and whole Responses; Gemini; events of Messages and of Responses. */
function usagesIn(answer: unknown): unknown[] {
  const { usage, usageMetadata, message, response } = Object(answer) as Json;
  return [usage, usageMetadata, (Object(message) as Json).usage, (Object(response) as Json).usage];
}

/** Changes the texts in it; true when there were some. */
function readCounts(usage: unknown, depth = 0): boolean {
  if (typeof usage !== "object" || usage === null || depth > 4) return false;
  let changed = false;
  for (const [name, value] of Object.entries(usage)) {
    if (typeof value === "string" && countName.test(name)) {
      (usage as Json)[name] = /^\d+$/.test(value) ? Number(value) : unreadable;
      changed = true;
    } else if (readCounts(value, depth + 1)) changed = true;
  }
  return changed;
}
