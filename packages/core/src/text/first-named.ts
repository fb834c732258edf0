/**
 * The first of many for a sentence, and how many there are more: `a, b and 4 more`. Empty when there are none.
 *
 * @param nameOf how one is called there; names as they are when absent
 */
export function firstNamed<T>(all: readonly T[], most: number, nameOf: (each: T) => string = String): string {
  const named = all
    .slice(0, most)
    .map((each) => nameOf(each))
    .join(", ");
  return all.length > most ? `${named} and ${all.length - most} more` : named;
}
