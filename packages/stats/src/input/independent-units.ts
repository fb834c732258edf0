import type { Families } from "./families.ts";
import { requireSameLength } from "./require.ts";

/** Values of tasks, gathered into what is independent of each other: families, or tasks where each is alone. */
export interface IndependentUnits {
  /**
   * One for each family: the sum of its values times families/tasks, so that their mean is the mean over tasks. The
   * values as they were given when no task has a sibling.
   */
  values: readonly number[];
  /** How many tasks each unit holds; null when each holds one. */
  sizes: readonly number[] | null;
  /**
   * As how many units of one size they count: tasks² / Σ sizes² (Kish 1965). As many as there are when all have one
   * size; few when one of them holds most tasks.
   */
  effective: number;
  /**
   * Of a t test over these units: effective − 1, and 1 at least. With one fewer than there are units, a t test errs 9
   * times of 100 with 6 families of 8, 4, 4, 2, 2 and 1 tasks, and 47 times with one of 15 beside five of 1.
   */
  degreesOfFreedom: number;
}

/** Gathers values of tasks by family. Without families every task is a unit of its own. */
export function independentUnits(values: readonly number[], families?: Families): IndependentUnits {
  if (families) requireSameLength("families", families, "values", values);
  const groups = families && groupsOf(families);
  if (!groups || groups.sizes.length === values.length) {
    const units = values.length;
    return { values, sizes: null, effective: units, degreesOfFreedom: Math.max(1, units - 1) };
  }
  const { places, sizes } = groups;
  const sums = new Array<number>(sizes.length).fill(0);
  for (let task = 0; task < values.length; task++) sums[places[task]!]! += values[task]!;
  const effective = values.length ** 2 / sizes.reduce((total, size) => total + size * size, 0);
  return {
    values: sums.map((sum) => (sum * sizes.length) / values.length),
    ...{ sizes, effective, degreesOfFreedom: Math.max(1, effective - 1) },
  };
}

/** In which unit each task is, units in the order of their first tasks, and how many tasks each holds. */
function groupsOf(families: Families): { places: Uint32Array; sizes: number[] } {
  const known = new Map<string | number, number>();
  const places = new Uint32Array(families.length);
  const sizes: number[] = [];
  for (let task = 0; task < families.length; task++) {
    let place = known.get(families[task]!);
    if (place === undefined) {
      place = sizes.push(0) - 1;
      known.set(families[task]!, place);
    }
    places[task] = place;
    sizes[place]! += 1;
  }
  return { places, sizes };
}
