/** Who won a comparison. */
export type Winner = "A" | "B" | "tie";

/** One pair judged in both orders: first with A shown first, then with B shown first. */
export type SwappedPair = readonly [aFirst: Winner, bFirst: Winner];

/** What showing each pair in both orders reveals about a judge. */
export interface PositionBias {
  pairs: number;
  /** Share of pairs with the same verdict in both orders. */
  consistency: number;
  /** Share of verdicts for A over both orders, ties half: free of the bias. */
  winRateA: number;
  /** Share of verdicts for whoever was shown first, ties half; 0.5 is unbiased. */
  firstPositionRate: number;
}

/** Measures a judge's liking for the position; null without pairs. */
export function positionBias(pairs: readonly SwappedPair[]): PositionBias | null {
  if (pairs.length === 0) return null;
  const votes = (winner: Winner, side: "A" | "B") => (winner === "tie" ? 0.5 : winner === side ? 1 : 0);
  let consistent = 0;
  let forA = 0;
  let forFirst = 0;
  for (const [aFirst, bFirst] of pairs) {
    if (aFirst === bFirst) consistent++;
    forA += votes(aFirst, "A") + votes(bFirst, "A");
    forFirst += votes(aFirst, "A") + votes(bFirst, "B");
  }
  return {
    pairs: pairs.length,
    consistency: consistent / pairs.length,
    winRateA: forA / (2 * pairs.length),
    firstPositionRate: forFirst / (2 * pairs.length),
  };
}
