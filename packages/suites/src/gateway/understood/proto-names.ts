import type { Json } from "../wires/json.ts";

/** The name as the definition of the message spells it: `maxOutputTokens` is also `max_output_tokens`. */
export function otherSpelling(name: string): string {
  return name.replaceAll(/(?<=.)[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The values of a field under both of its names, as protobuf reads JSON; null stands for none. */
export function valuesOf(object: Json, name: string): unknown[] {
  return [...new Set([name, otherSpelling(name)])]
    .map((each) => object[each])
    .filter((value) => value !== undefined && value !== null);
}

/** Both spellings of some names. */
export function bothSpellings(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => [name, otherSpelling(name)]));
}
