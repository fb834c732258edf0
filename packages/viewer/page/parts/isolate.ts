import { unbroken } from "./unbroken.ts";

/** Letters that are written from right to left: Hebrew, Arabic and their neighbours. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A text that stands among others: written from right to left, it does not change the order of what is around it. */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

/** A sentence as it is shown: no number without its unit, and names in it isolated, the longest first. */
export function shownSentence(text: string, names: readonly string[]): string {
  const sentence = unbroken(text);
  if (!rightToLeft.test(sentence)) return sentence;
  const turned = names.filter((name) => rightToLeft.test(name)).sort((a, b) => b.length - a.length);
  if (turned.length === 0) return sentence;
  const any = new RegExp(turned.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|"), "g");
  return sentence.replaceAll(any, isolated);
}
