import { asStarted } from "../typed/as-started.ts";
import { fitStderr } from "./fit-stderr.ts";
import { visibleText } from "./visible-text.ts";

/**
 * What a person is told of an error, a line break behind it: safe for a terminal and broken between words there, since
 * a message may quote a file, and with commands as they are typed here.
 */
export function toldError(message: string): string {
  return fitStderr(`${asStarted(visibleText(message))}\n`);
}
