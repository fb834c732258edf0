/** Steps of a score from 0 to 1 in one letter. */
const steps = 90;
const first = 33;

/** A score in one letter, to about a hundredth; a blank when there is none. */
export function scoreCode(score: number | null): string {
  if (score === null || !Number.isFinite(score)) return " ";
  return String.fromCharCode(first + Math.round(Math.min(1, Math.max(0, score)) * steps));
}

/** The score of a letter, 0 to 1; null for a blank. */
export function scoreOfCode(code: string): number | null {
  const step = code.charCodeAt(0) - first;
  return step >= 0 && step <= steps ? step / steps : null;
}
