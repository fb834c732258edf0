/** The text with the quotes, hyphens and dashes that a keyboard has, and without what has no width. */
export function asTyped(text: string): string {
  return text
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[‐‑‒–—−]/g, "-")
    .replaceAll(/[\u00AD\u200B\u2060\uFEFF]/g, "");
}
