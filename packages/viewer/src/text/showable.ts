import { hiddenCharacters, visibleSign } from "@flow-state-dev/records/hidden-characters";

/**
 * A text with nothing in it that a reader cannot see: terminal escapes and other control characters become signs that
 * stand for them, half a surrogate becomes the sign of a broken character. The text of a Windows file keeps its lines;
 * what a terminal would have written over, such as the states of a progress bar, has a line each.
 */
export function showable(text: string): string {
  return text
    .replaceAll(/(?<!\r)\r+\n/g, "\n")
    .replace(hiddenCharacters, sign)
    .toWellFormed();
}

function sign(character: string): string {
  if (character === "\n" || character === "\t") return character;
  return character === "\r" ? "\u240d\n" : visibleSign(character, ["⟨", "⟩"]);
}
