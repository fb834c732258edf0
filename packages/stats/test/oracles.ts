import oracles from "./oracles.json" with { type: "json" };

/**
 * The outside reference of the tests: worked examples of the published formulas, made before and apart from this
 * package and rounded to six digits after the point.
 */
export { oracles };

/** Numbers and lists of them, rounded as the oracles are, so that they can be compared for equality. */
export function six(value: number | null, digits?: number): number;
export function six(value: readonly (number | null)[] | null, digits?: number): number[];
export function six(value: number | readonly (number | null)[] | null, digits = 6): number | number[] {
  if (value === null) throw new Error("expected a number");
  if (typeof value !== "number") return value.map((item) => round(item, digits));
  return round(value, digits);
}

function round(value: number | null, digits: number): number {
  if (value === null) throw new Error("expected a number");
  return Number(value.toFixed(digits)) + 0;
}

/** Six tasks × three runs, pass or fail. */
export const A = oracles["D6.A"];
/** Another subject on the same tasks. */
export const B = oracles["D6.B"];
/** Differences on eight tasks on which the t test and the sign-flip disagree. */
export const D8 = oracles.D8;
/** Differences on four tasks, few enough to enumerate every bootstrap sample. */
export const D4 = oracles.D4;
