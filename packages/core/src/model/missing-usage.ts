import { mendJson } from "./mend-json.ts";

type Json = Record<string, unknown>;

/** An answer, or an event of a stream, of Anthropic's wire that has to tell of usage. */
const tellsUsage = /"type"\s*:\s*"message(?:_start|_delta)?"/;

/**
 * One answer of a provider, or one event of a stream, as JSON with the usage that the package of Anthropic insists on:
 * it throws a whole answer away that lacks it. Zeros stand for it, which everybody takes for unknown. The same text
 * when there is nothing to add.
 */
export function withUsage(json: string): string {
  return mendJson(json, tellsUsage, (answer) => {
    const [place, ...names] = wantedOf(Object(answer) as Json);
    if (typeof place !== "object" || place === null) return false;
    const told = Object((place as Json).usage ?? {}) as Json;
    const lacking = names.filter((name) => told[name] == null);
    if (lacking.length === 0) return false;
    (place as Json).usage = { ...told, ...Object.fromEntries(lacking.map((name) => [name, 0])) };
    return true;
  });
}

/**
 * Where usage has to be, and what has to be in it. A count that may be left out is not made up: it would be believed.
 */
function wantedOf(answer: Json): [place: unknown, ...names: string[]] {
  switch (answer.type) {
    case "message":
      return [Array.isArray(answer.content) ? answer : undefined, "input_tokens", "output_tokens"];
    case "message_start":
      return [answer.message, "input_tokens"];
    case "message_delta":
      return [answer, "output_tokens"];
    default:
      return [undefined];
  }
}
