import { asStarted } from "./as-started.ts";
import { visibleText } from "./visible-text.ts";

/**
 * What a person is told of an error, a line break behind it: safe for a terminal, since a message may quote a file, and
 * with commands as they are typed here.
 */
export function toldError(message: string): string {
  return `${asStarted(visibleText(message))}\n`;
}
