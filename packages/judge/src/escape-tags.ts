/** The tags of a judge's request, and of nothing else in it. */
export const requestTags = ["task", "rubric", "criterion", "material", "output"] as const;

// Characters that nobody sees may stand between the letters, and a wide bracket reads like a plain one.
const hidden = "[\\p{Cf}\\p{Mn}]*";
const names = requestTags.map((name) => [...name].join(hidden)).join("|");
const imitation = new RegExp(`[<＜﹤](?=[\\s\\p{Cf}\\p{Cc}/／\\\\]*(?:${names})(?![\\p{L}\\p{N}_]))`, "giu");

/**
 * The text with the opening bracket of whatever could be taken for one of the request's own tags written `&lt;`, so
 * that a tag in the request is always one of ours. All other markup stays as it is: code is judged as it was written.
 */
export function escapeTags(text: string): string {
  return text.replaceAll(imitation, "&lt;");
}

/** A text that can stand as the value of a tag's attribute, on one line. */
export function escapeAttribute(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}
