import { describeValue } from "./describe-value.ts";

/** What is wrong with capabilities, in a sentence; nothing when they are left out. */
export function usesProblem(uses: unknown): string[] {
  if (uses === undefined || (Array.isArray(uses) && uses.every(isCapability))) return [];
  return [
    `uses is ${describeValue(uses)}; it has to be a list of capabilities, such as [defineCapability({ … })], or be left out.`,
  ];
}

function isCapability(entry: unknown): boolean {
  if (typeof entry === "function") return true;
  return typeof (entry as Record<string, unknown> | null | undefined)?.["~capability"] === "object";
}
