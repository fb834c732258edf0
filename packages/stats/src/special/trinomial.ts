/** Chances of one task: to be gained, or lost. It stays as it is with the rest. */
export interface TaskChances {
  gained: number;
  lost: number;
}

/**
 * The chance that, for the number of tasks that are lost, at least `least[lost]` are gained; where that is more than
 * are left there is none. The list has an entry for each number of losses from 0 to all tasks.
 */
export function trinomialTail(least: ArrayLike<number>, { gained, lost }: TaskChances): number {
  const tasks = least.length - 1;
  const logs = logFactorials(tasks);
  const same = Math.max(0, 1 - gained - lost);
  const [logGained, logLost, logSame] = [Math.log(gained), Math.log(lost), Math.log(same)];
  let total = 0;
  for (let losses = 0; losses <= tasks; losses++) {
    const rest = tasks - losses;
    const from = least[losses]!;
    if (from > rest) continue;
    // Begun at the likeliest number of gains, from where terms only fall: none that counts is lost.
    const likely = gained > 0 ? Math.floor(((rest + 1) * gained) / (gained + same)) : 0;
    const start = Math.min(rest, Math.max(from, likely));
    const ways = logs[tasks]! - logs[losses]! - logs[start]! - logs[rest - start]!;
    const first = Math.exp(
      ways + times(losses, logLost) + times(start, logGained) + times(rest - start, logSame),
    );
    if (first < negligible) {
      // Past the likeliest number of losses what follows is less still, when no fewer gains are asked for.
      if (losses > tasks * lost && from >= (least[losses - 1] ?? 0)) break;
      continue;
    }
    total += first;
    for (let term = first, count = start; count < rest && term > negligible; count++) {
      term *= ((rest - count) * gained) / ((count + 1) * same);
      total += term;
    }
    for (let term = first, count = start; count > from && term > negligible; count--) {
      term *= (count * same) / ((rest - count + 1) * gained);
      total += term;
    }
  }
  return Math.min(1, total);
}

/** Terms below this are left out: there are fewer than a billion. */
const negligible = 1e-18;

function times(count: number, logarithm: number): number {
  return count === 0 ? 0 : count * logarithm;
}

let known = new Float64Array(1);

/** ln 0!, ln 1!, …, at least up to n. */
function logFactorials(n: number): Float64Array {
  if (known.length > n) return known;
  const logs = new Float64Array(Math.max(n + 1, 2 * known.length));
  for (let i = 1; i < logs.length; i++) logs[i] = logs[i - 1]! + Math.log(i);
  known = logs;
  return logs;
}
