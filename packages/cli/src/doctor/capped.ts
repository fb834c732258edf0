import { firstNamed } from "@flow-state-dev/core";

/** The first of these, each a line or several, and a word about the rest. */
export function capped(items: readonly (string | readonly string[])[], most: number): string[] {
  const shown = items.slice(0, most).flat();
  const more = items.length - most;
  return more > 0 ? [...shown, `and ${more} more like these`] : shown;
}

/** A line that says something of cases, the first of which it names; none when it is said of none. */
export function casesLine(what: string, ids: readonly string[], most: number): string[] {
  return ids.length === 0 ? [] : [`${what}: ${firstNamed(ids, most)}`];
}
