import type { Artifact } from "./attempt.ts";

/** The content of an artifact as text; bytes that are no UTF-8 become the sign of a broken character. */
export function artifactText({ content }: Pick<Artifact, "content">): string {
  return typeof content === "string" ? content : new TextDecoder().decode(content);
}
