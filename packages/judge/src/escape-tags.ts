import { imitationsOf } from "@flow-state-dev/core";

/** The tags of a judge's request, and of nothing else in it. */
export const requestTags = ["task", "rubric", "criterion", "material", "output"] as const;

/** One of them. */
export type RequestTag = (typeof requestTags)[number];

const ofRequest = imitationsOf(requestTags);
/** With these models end their thoughts: a judge that quotes one out of an output would be read from there on. */
const ofThoughts = imitationsOf(["think", "thinking"]);

/**
 * A text beside the tags of a request, in which the bracket of whatever could be taken for one of these tags, or for
 * one of thoughts, is written `&lt;`. All other markup stays: code is judged as it was written.
 */
export function escapeTags(text: string): string {
  return ofThoughts.escape(ofRequest.escape(text));
}

/** Is there what could be taken for a tag without a bracket to escape? Such a text wants tags with a mark. */
export const hasDisguisedTag = ofRequest.disguised;

/** A text that can stand as the value of a tag's attribute, on one line. */
export function escapeAttribute(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}
