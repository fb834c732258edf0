import { meantModel } from "./meant-model.ts";

/** Where warnings go. */
export type OnWarning = (message: string) => void;

const warned = new WeakMap<OnWarning, Set<string>>();

/** A model without a price, by the id that a prices file needs; `modelId` is the one it was called under. */
export function unpricedName(modelId: string, pricedAs: string): string {
  return pricedAs === modelId ? modelId : `${pricedAs}, whose price counts for ${modelId},`;
}

/**
 * Tells that a model has no price: once for each model and receiver. The default receiver is the process. `pricedAs`
 * is the id that the price was looked up under, when it is another.
 */
export function warnUnpriced(
  modelId: string,
  onWarning: OnWarning = emitWarning,
  pricedAs: string = modelId,
): void {
  const models = warned.get(onWarning) ?? new Set();
  const name = unpricedName(modelId, pricedAs);
  if (models.has(name)) return;
  warned.set(onWarning, models.add(name));
  const meant = meantModel(pricedAs);
  const add = meant === null ? "Add" : `Did you mean ${meant}? If not, add`;
  onWarning(
    `${name} has no price, so what it costs is unknown. ${add} it to a prices file to have it counted.`,
  );
}

function emitWarning(message: string): void {
  process.emitWarning(message, "UnpricedModelWarning");
}
