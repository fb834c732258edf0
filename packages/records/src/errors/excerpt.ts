import { escapeHidden } from "../hidden-characters.ts";

/**
 * The beginning of a text from elsewhere, short enough for an error message, with nothing in it that cannot be printed.
 */
export function excerpt(text: string, length: number): string {
  const part = text.length <= length ? text : `${text.slice(0, length)}…`;
  return escapeHidden(part.toWellFormed());
}
