/** Where warnings go. */
export type OnWarning = (message: string) => void;

const warned = new WeakMap<OnWarning, Set<string>>();

/** Tells that a model has no price: once for each model and receiver. The default receiver is the process. */
export function warnUnpriced(modelId: string, onWarning: OnWarning = emitWarning): void {
  const models = warned.get(onWarning) ?? new Set();
  if (models.has(modelId)) return;
  warned.set(onWarning, models.add(modelId));
  onWarning(
    `${modelId} has no price, so what it costs is unknown. Add it to a prices file to have it counted.`,
  );
}

function emitWarning(message: string): void {
  process.emitWarning(message, "UnpricedModelWarning");
}
