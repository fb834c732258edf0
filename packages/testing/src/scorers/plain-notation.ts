/** A text in which numbers are written the plain way: without TeX, raised digits, those of other scripts, and signs of print. */
export function plainNotation(text: string): string {
  return text
    .replaceAll("\u2212", "-")
    .replaceAll(/(?<=[０-９])，(?=[０-９]{3}(?![０-９]))/g, ",")
    .replaceAll(/(?<=[\d０-９])．(?=[\d０-９])/g, ".")
    .replaceAll("：", ": ")
    .replaceAll(/[！-＋－／-９；-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - wideFromPlain))
    .replaceAll(/[٠-٩۰-۹०-९০-৯]/g, (digit) => String(digits.indexOf(digit) % 10))
    .replaceAll(/(?<=\d)٫(?=\d)/g, ".")
    .replaceAll(dollarsOfTex, "$2")
    .replaceAll(fractions, (_, whole = "", over = "", digit = "", under = "", single = "", next = "") => {
      const fraction = `${over}${digit}/${under}${single}`;
      return `${whole === "" ? "" : `${whole} `}${fraction}${next === "" ? "" : " "}`;
    })
    .replaceAll(/\\(?:times|cdot)(?![a-z])/gi, "×")
    .replaceAll(/\\div(?![a-z])/gi, "÷")
    .replaceAll(/\\(?:text|mathrm|mathbf|textbf)\s*\{([^{}]*)\}/g, " $1 ")
    .replaceAll(/\\([$%])/g, "$1")
    .replaceAll(/\^\s*(?:\{\s*\\circ([^{}\d]{0,9})\}|\\circ(?![a-z]))/gi, (_, unit = "") => `°${unit}`)
    .replaceAll(/\{,\}|(?<=\d),\\!(?=\d{3})/g, ",")
    .replaceAll(/(\d)\\[,!](?=\d{3})/g, "$1\u2009")
    .replaceAll(/\^\s*[{(]\s*([-+]?\d+)\s*[})]/g, "^$1")
    .replaceAll(
      /[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/g,
      (raised) => `^${[...raised].map((sign) => lowered.get(sign)).join("")}`,
    )
    .replaceAll(/(\d?)([¼½¾⅐-⅞])/g, (_, digit: string, fraction: string) => {
      const written = fraction.normalize("NFKC").replace("\u2044", "/");
      return digit === "" ? written : `${digit} ${written}`;
    });
}

/**
 * How far signs as wide as those of Chinese are from plain ones. The wide comma is the one between parts of a sentence,
 * and behind a wide stop or colon no blank is written: `B．42`, `答案2：42`.
 */
const wideFromPlain = 0xfee0;

/** From 0 to 9 in Arabic, in Persian, in Hindi and in Bengali. */
const digits = "٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯";

/** The dollars around a formula that begins with a number and its letter: `$12m$` is no money, `$\$12m$` is. */
const dollarsOfTex = /(?<![\p{L}\p{N}\\$])(\$\$?)([-–]?\.?\d[\d.,]*\p{L}[^\s$]*)(?<!\\)\1(?![\p{N}$])/gu;

/** A fraction of plain numbers, with the last digit of a whole number before it and the first sign behind it. */
const fractions =
  /(?:(\d)(?:\\[,;:! ]|[ \t~])*)?\\[cdt]?frac\s*(?:\{\s*(-?\d+(?:\.\d+)?)\s*\}|(\d))\s*(?:\{\s*(\d+(?:\.\d+)?)\s*\}|(\d))(?=([\d\\])?)/g;

const lowered = new Map(
  [...[..."⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"].entries()].map(([index, sign]) => [sign, "0123456789+-"[index]!]),
);
