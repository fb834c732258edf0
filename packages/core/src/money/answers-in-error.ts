import { causesOf } from "../errors/causes.ts";

/** What a stream of events begins with. */
const eventStart = /^\s*(data|event|id|retry)?:/;

type Facts = Error & { responseBody?: unknown; data?: unknown; value?: unknown };

/**
 * Answers that a package of the AI SDK had in its hands when it threw: the body of the response, or what it could not
 * make an answer of, as JSON values; a stream of events as the list of them. Half a body is none.
 */
export function answersInError(error: unknown): unknown[] {
  const found = new Set<unknown>();
  for (const { name, responseBody, data, value } of causesOf(error) as Facts[]) {
    found.add(responseBody);
    // Errors of others may have fields of these names that mean something else.
    if (name.startsWith("AI_")) found.add(data).add(value);
  }
  return [...found]
    .map((each) => (typeof each === "string" ? parsed(each) : each))
    .filter((each) => typeof each === "object" && each !== null);
}

function parsed(body: string): unknown {
  if (!eventStart.test(body)) return json(body);
  const lines = body.split(/\r\n|\r|\n/);
  return lines.filter((line) => line.startsWith("data:")).map((line) => json(line.slice("data:".length)));
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
