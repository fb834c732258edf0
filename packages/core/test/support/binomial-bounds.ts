/**
 * The counts between which a binomial variable lies with all but `alpha` of its probability, exactly: the tails below
 * and above are each at most `alpha / 2`.
 */
export function binomialBounds(
  trials: number,
  probability: number,
  alpha = 1e-6,
): { low: number; high: number } {
  const mass: number[] = [];
  const logOdds = Math.log(probability) - Math.log1p(-probability);
  let log = trials * Math.log1p(-probability);
  for (let count = 0; count <= trials; count++) {
    mass.push(Math.exp(log));
    log += Math.log(trials - count) - Math.log(count + 1) + logOdds;
  }
  let low = 0;
  for (let tail = mass[0]!; tail <= alpha / 2; tail += mass[low]!) low += 1;
  let high = trials;
  for (let tail = mass[trials]!; tail <= alpha / 2; tail += mass[high]!) high -= 1;
  return { low, high };
}
