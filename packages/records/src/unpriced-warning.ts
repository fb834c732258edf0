/** What a warning of a run says of calls whose models nobody has a price of. */
export const unpricedMark = "model calls have no price (";

/** What a reader must know of calls whose models nobody has a price of; nothing when there are none. */
export function unpricedWarning(unpriced: number, calls: number, models: readonly string[]): string[] {
  if (unpriced === 0) return [];
  return [`${unpriced} of ${calls} ${unpricedMark}${models.join(", ")}): what they cost is in no figure.`];
}
