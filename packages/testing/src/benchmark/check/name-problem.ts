import { describeValue } from "./describe-value.ts";

/** What is wrong with the name of a benchmark or of a baseline, in a sentence; nothing when it is left out. */
export function nameProblem(name: unknown): string[] {
  if (name === undefined || (typeof name === "string" && name.trim() !== "")) return [];
  return [`The name is ${describeValue(name)}; it has to be a text, or be left out.`];
}
