import { createHash } from "node:crypto";

/**
 * Eight hex digits that occur in none of the texts, for tags that no text can imitate. The same texts have the same
 * mark, so that a cache and a simulated model know a request again.
 */
export function tagMark(texts: readonly string[]): string {
  const plain = texts.map((text) => text.normalize("NFKC").toLowerCase());
  for (let attempt = 0; ; attempt++) {
    const facts = JSON.stringify([attempt, texts]);
    const mark = createHash("sha256").update(facts).digest("hex").slice(0, 8);
    if (!plain.some((text) => text.includes(mark))) return mark;
  }
}
