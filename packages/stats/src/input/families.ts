/**
 * The family of each task (same repository, same template), in the order of the tasks; a number of its own for one
 * alone.
 */
export type Families = readonly (string | number)[];

/** The families of tasks, from the name that each task gives to its own; undefined when no task has a sibling. */
export function familiesOf(names: readonly (string | undefined)[]): Families | undefined {
  // There may be a million tasks, and mostly none of them names one.
  if (names.every((name) => name === undefined)) return undefined;
  const families = names.map((name, task) => name ?? task);
  return countFamilies(families) < families.length ? families : undefined;
}

/** How many families these are. */
export function countFamilies(families: Families): number {
  return new Set(families).size;
}
