/** What a warning of a run says of calls whose tokens nobody counted. */
export const uncountedMark = "came without a usable count of their tokens";

/** What a reader must know of calls whose tokens nobody counted; nothing when there are none. */
export function uncountedWarning(uncounted: number, calls: number): string[] {
  if (uncounted === 0) return [];
  return [`${uncounted} of ${calls} model calls ${uncountedMark}; these are estimated.`];
}
