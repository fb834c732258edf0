const mostLines = 20_000;
const longestLine = 400;
const around = 2;

/** The lines of a text, with their numbers, that look most like the longest line of another; null when none do. */
export function nearestLines(text: string, wanted: string): string | null {
  const line = wanted
    .split("\n")
    .map((each) => each.trim())
    .reduce((longest, each) => (each.length > longest.length ? each : longest), "");
  const pairs = pairsOf(line);
  if (pairs.size === 0) return null;
  const lines = text.split("\n", mostLines);
  let best = { at: -1, score: 0.5 };
  for (const [at, each] of lines.entries()) {
    const score = likeness(pairs, pairsOf(each.trim()));
    if (score > best.score) best = { at, score };
  }
  if (best.at === -1) return null;
  const from = Math.max(0, best.at - around);
  return numbered(lines.slice(from, best.at + around + 1), from + 1);
}

/** Lines with their numbers, the first of which is given. */
export function numbered(lines: readonly string[], first: number): string {
  return lines
    .map((line, at) => `${first + at}: ${line.replace(/\r$/, "").slice(0, longestLine)}`)
    .join("\n");
}

function pairsOf(line: string): Set<string> {
  const pairs = new Set<string>();
  const text = line.slice(0, longestLine);
  for (let at = 0; at + 1 < text.length; at++) pairs.add(text.slice(at, at + 2));
  return pairs;
}

/** Share of common pairs of letters, 0 to 1. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (b.size === 0) return 0;
  let common = 0;
  for (const pair of a) if (b.has(pair)) common++;
  return (2 * common) / (a.size + b.size);
}
