import { factsOf, type LanguageModel } from "./language-model.ts";

/** What a model does that stands in the place of another. */
export interface StandIn extends Pick<LanguageModel, "provider" | "modelId" | "doGenerate" | "doStream"> {
  /** Asked when somebody reads it: a model that loads on first use would load for it. */
  supportedUrls(): LanguageModel["supportedUrls"];
}

/** Holds what tells `supportedUrls`; of the object, not of a copy of it. */
const urls = Symbol("supportedUrls");

/**
 * One getter for all of them. An object with a getter of its own is a slow table, part of which lies among the old
 * objects from the start: it keeps all that its getter can see, a whole cell, until the next full garbage collection.
 */
const readUrls = {
  enumerable: true,
  configurable: true,
  get(this: { [urls]: StandIn["supportedUrls"] }) {
    return this[urls]();
  },
};

/** A model that stands in the place of another, and knows of itself what that one does. */
export function standInFor(
  model: LanguageModel,
  { provider, modelId, doGenerate, doStream, supportedUrls }: StandIn,
): LanguageModel {
  const made = { specificationVersion: "v4", provider, modelId, ...factsOf(model), doGenerate, doStream };
  Object.defineProperty(made, urls, { value: supportedUrls });
  return Object.defineProperty(made, "supportedUrls", readUrls) as unknown as LanguageModel;
}
