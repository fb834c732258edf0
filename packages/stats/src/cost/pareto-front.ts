import { requireFinite } from "../input/require.ts";
import { tieTolerance } from "../input/tie-tolerance.ts";

/** What a subject costs and scores: less and more are better. */
export interface CostAndScore {
  cost: number;
  score: number;
}

/**
 * The points that no other dominates, in the order given. One dominates when it costs no more and scores no less,
 * with one of the two strictly better; equal points do not dominate each other, and what only rounding tells apart is
 * equal.
 */
export function paretoFront<Point extends CostAndScore>(points: readonly Point[]): Point[] {
  requireFinite(
    "costs",
    points.map(({ cost }) => cost),
  );
  requireFinite(
    "scores",
    points.map(({ score }) => score),
  );
  const byCost = points
    .map((point) => ({ point, cost: rounded(point.cost), score: rounded(point.score) }))
    .sort((a, b) => a.cost - b.cost || b.score - a.score);
  const front = new Set<Point>();
  let best: CostAndScore | undefined;
  for (const { point, cost, score } of byCost) {
    if (best === undefined || score > best.score) best = { cost, score };
    if (score === best.score && cost === best.cost) front.add(point);
  }
  return points.filter((point) => front.has(point));
}

function rounded(value: number): number {
  return Math.round(value / tieTolerance) * tieTolerance;
}
