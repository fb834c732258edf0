import { requireCount, requireSameLength } from "../input/require.ts";
import type { Rating } from "./rating.ts";

/**
 * Gwet's AC1: agreement of two raters beyond chance that stays sensible when one class dominates, where kappa
 * collapses. `classes` is how many ratings were possible (default 2, or as many as were used if more). Null
 * without items.
 */
export function gwetAc1(
  a: readonly Rating[],
  b: readonly Rating[],
  { classes = 2 }: { classes?: number } = {},
): number | null {
  requireSameLength("a", a, "b", b);
  requireCount("classes", classes, 2);
  const items = a.length;
  if (items === 0) return null;
  const counts = new Map<Rating, number>();
  for (const rating of [...a, ...b]) counts.set(rating, (counts.get(rating) ?? 0) + 1);
  let spread = 0;
  for (const count of counts.values()) spread += (count / (2 * items)) * (1 - count / (2 * items));
  const chance = spread / (Math.max(classes, counts.size) - 1);
  const observed = a.filter((rating, i) => rating === b[i]).length / items;
  return (observed - chance) / (1 - chance);
}
