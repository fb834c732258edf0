import { firstNamed } from "@flow-state-dev/core";

const longest = 160;
/** So many paths are named in a sentence. */
export const pathsShown = 5;

/** A path for a sentence: one that is very long loses its midst, since its end tells the most. */
export function shortPath(path: string): string {
  if (path.length <= longest) return path;
  const end = Math.floor(longest * 0.6);
  return `${path.slice(0, longest - end - 1).toWellFormed()}…${path.slice(-end).toWellFormed()}`;
}

/** The first paths of a list for a sentence, none very long. */
export function namedPaths(paths: readonly string[]): string {
  return firstNamed(paths, pathsShown, shortPath);
}
