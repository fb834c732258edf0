import type { Interval } from "../input/interval.ts";
import { requireSameLength } from "../input/require.ts";
import { wilsonInterval } from "../rate/wilson.ts";
import type { Rating } from "./rating.ts";

/** Agreement of two raters beyond chance, or why it has no value. */
export type CohenKappa =
  | {
      state: "estimated";
      items: number;
      /** Share of items with the same rating. */
      observed: number;
      /** Share that chance alone would give. */
      expected: number;
      /** 1 perfect, 0 chance, below 0 worse than chance. By convention 0.6 is usable and 0.8 good. */
      kappa: number;
      /** √(p_o(1 − p_o)/n)/(1 − p_e): 0 at perfect agreement, where the interval is still honest. */
      standardError: number;
      /** Wilson's interval of the observed agreement, put on the scale of kappa with the chance held fixed. */
      interval: Interval;
    }
  /** Both raters gave the same single rating to everything: there is nothing to agree beyond chance about. */
  | { state: "one-class"; items: number; observed: 1 }
  | { state: "no-items"; items: 0 };

/** Cohen's kappa of two raters on the same items. */
export function cohenKappa(
  a: readonly Rating[],
  b: readonly Rating[],
  { confidence = 0.95 }: { /** Default 0.95. */ confidence?: number } = {},
): CohenKappa {
  requireSameLength("a", a, "b", b);
  const items = a.length;
  if (items === 0) return { state: "no-items", items };
  const agreed = a.filter((rating, i) => rating === b[i]).length;
  const countsB = counts(b);
  let products = 0;
  for (const [rating, count] of counts(a)) products += count * (countsB.get(rating) ?? 0);
  if (products === items * items) return { state: "one-class", items, observed: 1 };
  const observed = agreed / items;
  const expected = products / (items * items);
  const beyond = (share: number) => (share - expected) / (1 - expected);
  const [low, high] = wilsonInterval({ passed: agreed, runs: items }, { confidence })!;
  return {
    state: "estimated",
    items,
    observed,
    expected,
    kappa: beyond(observed),
    standardError: Math.sqrt((observed * (1 - observed)) / items) / (1 - expected),
    interval: [beyond(low), beyond(high)],
  };
}

function counts(ratings: readonly Rating[]): Map<Rating, number> {
  const result = new Map<Rating, number>();
  for (const rating of ratings) result.set(rating, (result.get(rating) ?? 0) + 1);
  return result;
}
