import { describeValue } from "./describe-value.ts";

/** What is wrong with the id of the executor model, in a sentence. */
export function modelIdProblem(model: unknown): string[] {
  if (typeof model === "string" && model.trim() !== "") return [];
  if (model === undefined || typeof model === "string") return ["There is no model: give the id of one."];
  return [`model is ${describeValue(model)}; it has to be the id of a model, as text.`];
}
