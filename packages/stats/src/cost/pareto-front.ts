import { requireFinite } from "../input/require.ts";

/** What a subject costs and scores: less and more are better. */
export interface CostAndScore {
  cost: number;
  score: number;
}

/**
 * The points that no other dominates, in the order given. One dominates when it costs no more and scores no less,
 * with one of the two strictly better; equal points do not dominate each other.
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
  const byCost = [...points].sort((a, b) => a.cost - b.cost || b.score - a.score);
  const front = new Set<Point>();
  let best: Point | undefined;
  for (const point of byCost) {
    if (best === undefined || point.score > best.score) best = point;
    if (point.score === best.score && point.cost === best.cost) front.add(point);
  }
  return points.filter((point) => front.has(point));
}
