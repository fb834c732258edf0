/** The first of these lines, and a word about the rest. */
export function capped(lines: readonly string[], most: number): string[] {
  if (lines.length <= most) return [...lines];
  return [...lines.slice(0, most), `and ${lines.length - most} more like these`];
}
