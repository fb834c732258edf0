import { mulberry32, type Random } from "../src/random/mulberry32.ts";
import { normalQuantile } from "../src/special/normal.ts";

/** Seeded draws from the standard normal distribution. */
export function normals(seed: number): Random {
  const random = mulberry32(seed);
  return () => normalQuantile(random() + 2 ** -33);
}

/** A list made by calling a function n times. */
export function times<Item>(n: number, make: (i: number) => Item): Item[] {
  return Array.from({ length: n }, (_, i) => make(i));
}

/** The share of `trials` in which something seeded happens. */
export function share(trials: number, happens: (trial: number) => boolean): number {
  let count = 0;
  for (let trial = 0; trial < trials; trial++) if (happens(trial)) count++;
  return count / trials;
}

/** How far a share over that many trials may stray from its true value: four binomial standard errors. */
export function slack(trials: number, truth: number): number {
  return 4 * Math.sqrt((truth * (1 - truth)) / trials);
}
