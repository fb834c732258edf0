/**
 * Characters that move the cursor, change the direction of writing, or are not seen at all: control characters, line
 * breaks and tabs among them, and marks that only programs read. For messages, reports, the page and the terminal
 * alike; what becomes of one is for the place that shows the text.
 */
export const hiddenCharacters =
  /[\p{Control}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E0FFF}]/gu;

/** A sign that a reader sees for a character that is hidden: `␛`, `␡`, `<U+200B>`. */
export function visibleSign(
  character: string,
  [open, close]: readonly [string, string] = ["<", ">"],
): string {
  const point = character.codePointAt(0)!;
  if (point < 0x20) return String.fromCodePoint(0x2400 + point);
  return point === 0x7f ? "␡" : `${open}U+${point.toString(16).toUpperCase().padStart(4, "0")}${close}`;
}

/** Where GitHub's `##[add-mask]`, Azure's `##vso[…]` and TeamCity's `##teamcity[…]` begin, anywhere in a line. */
export const buildCommand = /##(?=\[|vso\[|teamcity\[)/gi;

/**
 * The text without what build servers take out of a log as commands to them: GitHub's `::add-mask::` at the beginning of
 * a line, and every `buildCommand`. A blank in each keeps it readable.
 */
export function withoutBuildCommands(text: string): string {
  return text.replace(/^([^\S\n]*):(?=:[a-z])/gim, "$1: ").replace(buildCommand, "# #");
}

/** The text with each hidden character written out as in a program: `\u001b`, `\u{e0061}`. */
export function escapeHidden(text: string): string {
  return text.replace(hiddenCharacters, (character) => {
    const code = character.codePointAt(0)!.toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
  });
}
