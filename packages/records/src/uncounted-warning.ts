const uncountedMark = "came without a usable count of their tokens";

/** What a reader must know of calls whose tokens nobody counted; nothing when there are none. */
export function uncountedWarning(uncounted: number, calls: number): string[] {
  if (uncounted === 0) return [];
  return [`${uncounted} of ${calls} model calls ${uncountedMark}; these are estimated.`];
}

/** The warnings of a run that say so: what such calls cost is in its books as a guess. */
export function uncountedWarnings(warnings: readonly string[]): string[] {
  return warnings.filter((warning) => warning.includes(uncountedMark));
}
