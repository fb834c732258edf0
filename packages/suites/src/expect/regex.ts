import { RE2JS, RE2JSException } from "re2js";

/** A pattern that can be searched for, or what is wrong with it and what to do. */
export type RegexCheck = { ok: true; regex: RE2JS } | { ok: false; message: string; hint: string };

const longestPattern = 10_000;
const emptyHint = "write what to look for between the slashes";
const plainSignHint = "RE2 syntax; a sign that stands for itself has a backslash before it: \\(";
const flagBits: Record<string, number> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

/** The flags a regex may have: any case, ^ and $ at lines, dot takes line breaks. */
export const regexFlags: readonly string[] = Object.keys(flagBits);

/** Compiles a pattern in RE2 syntax, whose search takes time in proportion to the text. */
export function compileRegex(pattern: string, flags: string): RegexCheck {
  if (pattern === "") return { ok: false, message: "the regex is empty", hint: emptyHint };
  if (pattern.length > longestPattern) {
    const message = `the regex is too long (at most ${longestPattern} characters)`;
    return { ok: false, message, hint: "look for a part of it" };
  }
  try {
    const bits = [...flags].reduce((sum, flag) => sum | (flagBits[flag] ?? 0), 0);
    return { ok: true, regex: RE2JS.compile(pattern, bits) };
  } catch (error) {
    if (!(error instanceof RE2JSException) && !(error instanceof RangeError)) throw error;
    const reason = error.message.replace(/^error parsing regexp: /, "").replaceAll("`", "");
    return { ok: false, message: `the regex does not parse: ${reason}`, hint: plainSignHint };
  }
}

/** What RE2 lacks of other dialects, when the pattern uses it; else null. */
export function regexHint(pattern: string): string | null {
  if (/\(\?<?[=!]/.test(pattern)) return "RE2 syntax has no lookahead and no lookbehind";
  if (/\\[1-9]|\\k</.test(pattern)) return "RE2 syntax has no backreferences";
  if (/\\u/.test(pattern)) return "in RE2 syntax a code point is written \\x{00e9}";
  return null;
}
