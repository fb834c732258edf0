/** `JSON.parse` with the text of each number, and `JSON.rawJSON`: part of the language, not yet of its types. */
const exact = JSON as unknown as {
  parse(text: string, revive: (key: string, value: unknown, facts: { source?: string }) => unknown): unknown;
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): boolean;
};

const wholeNumber = /^-?\d{16,}$/;

/**
 * Reads JSON so that nothing is rounded in secret: a whole number of more digits than a number of this language holds is
 * kept by its text, and equals only itself. `JSON.stringify` writes it as it was. Throws a `SyntaxError`.
 */
export function parseExactJson(text: string): unknown {
  // Looking at every value goes as deep as the document does, so it is only done where there is something to see.
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return exact.parse(text, (_key, value, { source }) =>
    typeof value === "number" && source !== undefined && wholeNumber.test(source) && String(value) !== source
      ? exact.rawJSON(source)
      : value,
  );
}

/** Was it kept by its text? */
export function isExactNumber(value: unknown): boolean {
  return exact.isRawJSON(value);
}
