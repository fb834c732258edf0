/** A text in which numbers are written the plain way: without TeX, raised digits and signs of print. */
export function plainNotation(text: string): string {
  return text
    .replaceAll("\u2212", "-")
    .replaceAll(/\\[dt]?frac\s*\{\s*(-?\d+)\s*\}\s*\{\s*(\d+)\s*\}/g, "$1/$2")
    .replaceAll(/\\(?:times|cdot)(?![a-z])/gi, "×")
    .replaceAll(/\\(?:text|mathrm|mathbf|textbf)\s*\{([^{}]*)\}/g, " $1 ")
    .replaceAll(/\\([$%])/g, "$1")
    .replaceAll(/\{,\}/g, ",")
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

const lowered = new Map(
  [...[..."⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"].entries()].map(([index, sign]) => [sign, "0123456789+-"[index]!]),
);
