import { studentTQuantile } from "../special/student-t.ts";
import { trinomialTail } from "../special/trinomial.ts";

/** Tasks that were gained or lost whole, and all of them. */
export interface WholeTasks {
  gained: number;
  lost: number;
  tasks: number;
}

/**
 * The share of tasks gained minus the share lost is surely at least this: wrong in at most `alpha` of all samples,
 * however often gains and losses make up for each other. Exact, by Buehler's method: outcomes are put in the order of
 * an approximate bound (a score interval with one task more that differs), and a difference is ruled out while what was
 * seen, or better, has at most this chance under it for every share of losses.
 */
export function wholeTasksLowerBound(seen: WholeTasks, alpha: number): number {
  const isLikelier = likelierThan(alpha, outcomesAsGood(seen, alpha));
  let [low, high] = [-1, (seen.gained - seen.lost) / seen.tasks];
  if (isLikelier(low)) return low;
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2;
    if (isLikelier(middle)) high = middle;
    else low = middle;
  }
  return low;
}

/**
 * Is the share of tasks gained minus the share lost surely above this? As `wholeTasksLowerBound` says, for one value.
 */
export function isWholeTasksAbove(difference: number, seen: WholeTasks, alpha: number): boolean {
  const mean = (seen.gained - seen.lost) / seen.tasks;
  return mean > difference && !likelierThan(alpha, outcomesAsGood(seen, alpha))(difference);
}

/**
 * Differences of which each is a whole task, or none, counted; null when one is not, and beyond so many tasks that
 * going through all outcomes takes long and is not needed.
 */
export function wholeTasksOf(differences: readonly number[]): WholeTasks | null {
  if (differences.length > exactUpTo) return null;
  let [gained, lost] = [0, 0];
  for (const value of differences) {
    if (value === 1) gained++;
    else if (value === -1) lost++;
    else if (value !== 0) return null;
  }
  return { gained, lost, tasks: differences.length };
}

/** Up to so many tasks that pass or fail whole, every outcome is looked at. */
const exactUpTo = 400;

/**
 * For each number of losses the least number of gains that counts as at least as good; more than fit when none does.
 */
function outcomesAsGood({ gained, lost, tasks }: WholeTasks, alpha: number): Int32Array {
  const reach = studentTQuantile(1 - alpha, tasks - 1) ** 2 / tasks;
  const place = (gains: number, losses: number) => {
    const mean = (gains - losses) / tasks;
    const squares = (gains + losses + 1) / tasks;
    return (mean - Math.sqrt(reach * (squares * (1 + reach) - mean * mean))) / (1 + reach);
  };
  const own = place(gained, lost) - 1e-12;
  const least = new Int32Array(tasks + 1);
  let best = tasks + 1;
  for (let losses = tasks; losses >= 0; losses--) {
    // What is as good with more losses is so with fewer.
    const most = Math.min(best, tasks - losses + 1);
    let gains = 0;
    while (gains < most && place(gains, losses) < own) gains++;
    if (gains <= tasks - losses) best = Math.min(best, gains);
    least[losses] = best;
  }
  return least;
}

/** Shares of losses that are tried for each difference, and how often the best of them is made more exact. */
const shares = 60;
const refinements = 12;

/** Whether these outcomes have more than this chance in one of the worlds with a difference. */
function likelierThan(alpha: number, least: Int32Array): (difference: number) => boolean {
  // Where the chance was largest: a difference close by has its largest there too, and one that is enough will do.
  let best = 0;
  return (difference) => {
    const [from, to] = [Math.max(0, -difference), (1 - difference) / 2];
    // Few losses are where the chance moves fastest.
    const chanceAt = (place: number) => {
      const lost = from + (to - from) * place * place;
      return trinomialTail(least, { lost, gained: Math.max(0, lost + difference) });
    };
    let worst = chanceAt(best);
    for (let share = 0; share <= shares && worst <= alpha; share++) {
      const found = chanceAt(share / shares);
      if (found > worst) [best, worst] = [share / shares, found];
    }
    for (let turn = 0, width = 0.5 / shares; turn < refinements && worst <= alpha; turn++, width *= 0.7) {
      if (worst < 0.9 * alpha) break;
      for (const place of [best - width, best + width]) {
        const found = place < 0 || place > 1 ? 0 : chanceAt(place);
        if (found > worst) [best, worst] = [place, found];
      }
    }
    return worst > alpha;
  };
}
