const unpricedMark = "model calls have no price (";

/** What a reader must know of calls whose models nobody has a price of; nothing when there are none. */
export function unpricedWarning(unpriced: number, calls: number, models: readonly string[]): string[] {
  if (unpriced === 0) return [];
  return [`${unpriced} of ${calls} ${unpricedMark}${models.join(", ")}): what they cost is in no figure.`];
}

/** The warnings of a run that say so. */
export function unpricedWarnings(warnings: readonly string[]): string[] {
  return warnings.filter((warning) => warning.includes(unpricedMark));
}
