/** Characters that a terminal obeys, or that turn what is written. */
const unprintable = /[\p{Cc}\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** The beginning of a text from elsewhere, short enough for an error message, with nothing in it that cannot be printed. */
export function excerpt(text: string, length: number): string {
  const part = text.length <= length ? text : `${text.slice(0, length)}…`;
  return part.toWellFormed().replace(unprintable, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
