import { InvalidInputError } from "../input/invalid-input.ts";
import { requireFinite } from "../input/require.ts";
import { allTied } from "../input/tie-tolerance.ts";
import { sum } from "../summary/mean.ts";
import { squaredDeviations } from "../summary/variance.ts";
import type { Rating } from "./rating.ts";

/** Settings of Krippendorff's alpha. */
export interface KrippendorffOptions {
  /** `nominal` (default): ratings are the same or not. `interval`: numbers, and near misses count less. */
  level?: "nominal" | "interval";
}

/** Agreement of any number of raters, or why it has no value. */
export type Krippendorff =
  | {
      state: "estimated";
      /** Items with at least two ratings; the others take no part. */
      items: number;
      ratings: number;
      /** 1 perfect, 0 chance, below 0 worse than chance. */
      alpha: number;
    }
  /** All ratings are the same, so chance would agree as well. */
  | { state: "no-variation"; items: number; ratings: number }
  /** No item has two ratings. */
  | { state: "no-pairs"; items: 0 };

/** Krippendorff's alpha of items × raters; a rater who did not rate an item is left out of its row, or null. */
export function krippendorffAlpha(
  items: readonly (readonly (Rating | null)[])[],
  { level = "nominal" }: KrippendorffOptions = {},
): Krippendorff {
  const rows = items.map((row) => row.filter((rating) => rating !== null)).filter((row) => row.length >= 2);
  if (rows.length === 0) return { state: "no-pairs", items: 0 };
  const disagreement = level === "nominal" ? differentPairs : squaredDistances;
  const all = rows.flat();
  const size = { items: rows.length, ratings: all.length };
  const expected = disagreement(all) / (all.length - 1);
  if (expected === 0) return { state: "no-variation", ...size };
  const observed = sum(rows.map((row) => disagreement(row) / (row.length - 1)));
  return { state: "estimated", ...size, alpha: 1 - observed / expected };
}

/** Ordered pairs of ratings that are not the same. */
function differentPairs(ratings: readonly Rating[]): number {
  const counts = new Map<Rating, number>();
  for (const rating of ratings) counts.set(rating, (counts.get(rating) ?? 0) + 1);
  let same = 0;
  for (const count of counts.values()) same += count * count;
  return ratings.length ** 2 - same;
}

/** Squared distance summed over ordered pairs: 2n times the squared deviations from the mean. */
function squaredDistances(ratings: readonly Rating[]): number {
  const numbers = ratings.map((rating) => {
    if (typeof rating !== "number")
      throw new InvalidInputError("a rating", "a number at interval level", rating);
    return rating;
  });
  requireFinite("ratings", numbers);
  return allTied(numbers) ? 0 : 2 * numbers.length * squaredDeviations(numbers);
}
