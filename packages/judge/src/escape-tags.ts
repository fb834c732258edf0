import { imitationsOf } from "@flow-state-dev/core";

/** The tags of a judge's request, and of nothing else in it. */
export const requestTags = ["task", "rubric", "criterion", "material", "output"] as const;

/** One of them. */
export type RequestTag = (typeof requestTags)[number];

/**
 * Texts beside the tags of a request. `escape` writes the bracket of whatever could be taken for one of these tags
 * `&lt;`, and leaves all other markup: code is judged as it was written. `disguised` finds what could be taken for a
 * tag without a bracket to escape; such a text wants tags with a mark.
 */
export const { escape: escapeTags, disguised: hasDisguisedTag } = imitationsOf(requestTags);

/** A text that can stand as the value of a tag's attribute, on one line. */
export function escapeAttribute(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}
