import { lineAt } from "../text/line-at.ts";
import { printable } from "../text/printable.ts";
import { shown } from "../text/shown.ts";
import { type Finding, found } from "./evidence.ts";
import { findMatch } from "./find-match.ts";

/** A text to look into, and what to call it in evidence. */
export interface LookedInto {
  name: string;
  text: string;
}

/** Does the text hold this one? Line ends of either kind are taken for each other. */
export function checkContains({ name, text }: LookedInto, wanted: string): Finding {
  const whole = unixLines(text);
  const needle = unixLines(wanted);
  const at = whole.indexOf(needle);
  if (at !== -1) return found(true, `${name} holds it on line ${lineAt(whole, at)}`);
  const says = `${name} (${sizeOf(whole)}) does not contain ${shown(wanted, 80)}`;
  const similar = whole.toLowerCase().indexOf(needle.toLowerCase());
  if (similar === -1) {
    // Both as they would be in one form: what looks the same is then the same.
    const isAlike = whole.normalize("NFC").includes(needle.normalize("NFC"));
    return found(
      false,
      isAlike ? `${says}; it has what only looks the same, in another form of Unicode` : says,
    );
  }
  const other = whole.slice(similar, similar + needle.length);
  return found(false, `${says}; line ${lineAt(whole, similar)} has ${shown(other, 80)}`);
}

/**
 * Is the regex found anywhere in the text? Line ends of either kind count as line breaks, and one at the very end may
 * be taken for none, so that /^hello$/ finds what `echo hello` wrote.
 */
export async function checkMatches(
  { name, text }: LookedInto,
  { pattern, flags }: { pattern: string; flags: string },
): Promise<Finding> {
  const regex = `/${printable(pattern, 80)}/${flags}`;
  for (const whole of new Set([text, unixLines(text), unixLines(text).replace(/\n$/, "")])) {
    const match = await findMatch(pattern, flags, whole);
    if (match.kind === "too-slow") return found(null, `looking for ${regex} in ${name} took too long`);
    if (match.kind === "none") continue;
    return found(true, `${name} has ${shown(match.text, 80)} on line ${lineAt(whole, match.index)}`);
  }
  return found(false, `${name} (${sizeOf(text)}) has no match of ${regex}`);
}

function unixLines(text: string): string {
  return text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
}

function sizeOf(text: string): string {
  if (text === "") return "empty";
  const lines = lineAt(text, text.length - 1);
  return lines === 1 ? "1 line" : `${lines} lines`;
}
