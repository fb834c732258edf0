/** Cells that do not get on, for one reason: what they asked for failed, and they try again. */
export interface HeldUp {
  /** How many, at least 1. */
  cells: number;
  /** Whose calls fail; null when an attempt failed without one. */
  provider: string | null;
  /** What it answers, as `HTTP 429`, or the code of the error; null when neither is known. */
  answer: string | null;
}

/**
 * One entry a reason, that of most cells first, from entries of which several may have the same: those of many workers.
 */
export function sumHeldUp(heldUp: Iterable<HeldUp>): HeldUp[] {
  const byReason = new Map<string, HeldUp>();
  for (const { cells, provider, answer } of heldUp) {
    const key = JSON.stringify([provider, answer]);
    const known = byReason.get(key);
    if (known) known.cells += cells;
    else byReason.set(key, { cells, provider, answer });
  }
  return [...byReason.values()].sort((a, b) => b.cells - a.cells);
}
