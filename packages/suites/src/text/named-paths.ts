const longest = 160;

/** A path for a sentence: one that is very long loses its midst, since its end tells the most. */
export function shortPath(path: string): string {
  if (path.length <= longest) return path;
  const end = Math.floor(longest * 0.6);
  return `${path.slice(0, longest - end - 1).toWellFormed()}…${path.slice(-end).toWellFormed()}`;
}

/** The first five names of a list for a sentence, and how many more there are. */
export function firstNamed(names: readonly string[]): string {
  const first = names.slice(0, 5);
  const more = names.length - first.length;
  return first.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** The first five paths of a list for a sentence, none very long. */
export function namedPaths(paths: readonly string[]): string {
  return firstNamed(paths.map(shortPath));
}
