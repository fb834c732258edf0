/** Characters that XML 1.0 cannot hold, in whatever form. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]|[\u007F-\u0084\u0086-\u009F]/gu;

/** Text between tags or in double quotes: what XML cannot hold is taken out, marks are escaped. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(forbidden, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** The same for an attribute: line breaks and tabs are kept as such. */
export function xmlAttribute(text: string): string {
  return xmlText(text).replaceAll("\n", "&#10;").replaceAll("\r", "&#13;").replaceAll("\t", "&#9;");
}
