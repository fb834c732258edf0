/** Something with a weight and, unless it could not be judged, a score. */
export interface Weighted {
  weight: number;
  score: number | null;
}

/** Σ weight × score / Σ weight over what could be judged; null when nothing could. */
export function weightedScore(items: readonly Weighted[]): number | null {
  let weights = 0;
  let sum = 0;
  for (const { weight, score } of items) {
    if (score === null) continue;
    weights += weight;
    sum += weight * score;
  }
  return weights === 0 ? null : Math.min(1, sum / weights);
}
