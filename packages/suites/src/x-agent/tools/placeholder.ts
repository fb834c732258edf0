import { placesOf } from "./places-of.ts";

const placeholder =
  /^[ \t]*(?:(?:\/\/|#|\/\*|<!--|--|;|%)[ \t]*)?(?:(?:\.\.\.|…)[ \t]*)?\(?(?:the )?(?:rest of (?:the )?(?:code|file|function|class|methods?|implementation)|existing code|remaining (?:code|methods?)|previous code|(?:code|other methods?) (?:remains?|stays?)? ?(?:unchanged|the same|as before))\b[^\n]*$/im;

/**
 * A line that stands for code which the model left out, if there is one that the text before did not have. Written to a
 * file it would delete what it stands for.
 */
export function newPlaceholder(text: string, before: string): string | undefined {
  const line = placeholder.exec(text)?.[0].trim();
  if (line === undefined || placesOf(before, line).length > 0) return undefined;
  return /\.\.\.|…|unchanged|the same|as before/i.test(line) ? line : undefined;
}
