/** The name closest to what was typed, when it is close enough to have been meant. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase();
  let best: { name: string; distance: number } | undefined;
  for (const name of names) {
    const distance = editDistance(wanted, name.toLowerCase());
    if (!best || distance < best.distance) best = { name, distance };
  }
  return best && best.distance <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : undefined;
}

/** Work grows with the square of what differs: nobody mistypes more of a name than this, from first to last slip. */
const mostDiffering = 64;

/** Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other. */
function editDistance(one: string, other: string): number {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  const shorter = Math.min(one.length, other.length) - start;
  while (end < shorter && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (Math.max(a.length, b.length) > mostDiffering) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replace = last[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      let cost = Math.min(replace, last[column]! + 1, current[column - 1]! + 1);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, beforeLast[column - 2]! + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length]!;
}
