/** Terminals take these for orders. */
const escapes = /\p{Cc}\[[0-9;?]*[ -/]*[@-~]|\p{Cc}|\p{Cf}/gu;
/** A key as providers repeat it in their answers, with most of it starred out. */
const starred = /[^\s"'`]*\*{3,}[^\s"'`]*/g;

/**
 * The beginning of a text of somebody else, fit for a message: on one line, without orders to terminals, and without
 * keys of which a part was left to be seen.
 */
export function firstWords(text: string, most = 200): string {
  // What is cut off is not worth cleaning, however long it is.
  const clean = text
    .slice(0, 8 * most)
    .replaceAll(/\s+/g, " ")
    .replaceAll(escapes, "")
    .replaceAll(starred, "[redacted]")
    .trim();
  return clean.length > most ? `${clean.slice(0, most - 1).trimEnd()}…` : clean;
}
