/** `JSON.parse` with the text of each number, and `JSON.rawJSON`: part of the language, not yet of its types. */
const exact = JSON as unknown as {
  parse(text: string, revive: (key: string, value: unknown, facts: { source?: string }) => unknown): unknown;
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): boolean;
};

const wholeNumber = /^(-?\d{16,})(?:\.0+)?$/;

/**
 * Reads JSON so that nothing is rounded in secret: a whole number of more digits than a number of this language holds
 * is kept by its digits, and equals only itself. `JSON.stringify` writes it as it was, without zeros behind its point.
 * Throws a `SyntaxError`.
 */
export function parseExactJson(text: string): unknown {
  // Looking at every value goes as deep as the document does, so it is only done where there is something to see.
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return exact.parse(text, (_key, value, { source = "" }) => {
    const digits = typeof value === "number" ? wholeNumber.exec(source)?.[1] : undefined;
    return digits === undefined || String(value) === digits ? value : exact.rawJSON(digits);
  });
}

/** Was it kept by its digits? */
export function isExactNumber(value: unknown): boolean {
  return exact.isRawJSON(value);
}
