/**
 * One section for each text of a list, `<name>-1`, `<name>-2` and so on, to be spread into `sections`. The number is
 * part of the name, so that nothing but the text itself stands inside and a number is never taken for an answer.
 */
export function numbered(name: string, texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(texts.map((text, at) => [`${name}-${at + 1}`, text]));
}
