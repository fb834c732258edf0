/** What a reader must know of calls whose tokens nobody counted; nothing when there are none. */
export function uncountedCalls(uncounted: number, calls: number): string[] {
  if (uncounted === 0) return [];
  return [
    `${uncounted} of ${calls} model calls came without a usable count of their tokens; these are estimated.`,
  ];
}
