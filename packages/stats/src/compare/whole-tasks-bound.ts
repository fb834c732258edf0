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
 * however often gains and losses make up for each other. Exact, by Buehler's method: outcomes are put in the order of an
 * approximate bound (a score interval with one task more that differs), and a difference is ruled out while what was
 * seen, or better, has at most this chance under it for every share of losses.
 */
export function wholeTasksLowerBound(seen: WholeTasks, alpha: number): number {
  const asGood = outcomesAsGood(seen, alpha);
  const chanceOf = (difference: number) => worstChance(asGood, difference);
  let [low, high] = [-1, (seen.gained - seen.lost) / seen.tasks];
  if (chanceOf(low) > alpha) return low;
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2;
    if (chanceOf(middle) > alpha) high = middle;
    else low = middle;
  }
  return low;
}

/** For each number of losses the least number of gains that counts as at least as good; more than fit when none does. */
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

/** The largest chance of these outcomes among all worlds with this difference. */
function worstChance(least: Int32Array, difference: number): number {
  const [from, to] = [Math.max(0, -difference), (1 - difference) / 2];
  // Few losses are where the chance moves fastest.
  const at = (place: number) => {
    const lost = from + (to - from) * place * place;
    return trinomialTail(least, { lost, gained: Math.max(0, lost + difference) });
  };
  let [best, worst] = [0, 0];
  for (let share = 0; share <= shares; share++) {
    const found = at(share / shares);
    if (found > worst) [best, worst] = [share / shares, found];
  }
  for (let width = 0.5 / shares, turn = 0; turn < refinements; turn++, width *= 0.7) {
    for (const place of [best - width, best + width]) {
      const found = place < 0 || place > 1 ? 0 : at(place);
      if (found > worst) [best, worst] = [place, found];
    }
  }
  return worst;
}
