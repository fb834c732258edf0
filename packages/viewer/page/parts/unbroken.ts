/** A number before its unit, and before the number of the next smaller one: `95 %`, `3 m 40 s`. */
const beforeUnit = /(\d) (?=(?:%|ms|[smh]|[kM]?B)(?!\w))/g;
const afterUnit = /(\d\u00a0[hm]) (?=\d)/g;

/** A text in which no number stands at the end of a line without its unit. */
export function unbroken(text: string): string {
  return text.replaceAll(beforeUnit, "$1\u00a0").replaceAll(afterUnit, "$1\u00a0");
}
