import { betaQuantile } from "../special/beta-quantile.ts";

/**
 * How far beyond its mean the loss of tasks may lie, as a share of them, when `net` of so many were lost: by Clopper
 * and Pearson's exact bound, together with what gains and losses that made up for each other leave open (`balance`, in
 * the same share). Everything when all were lost.
 */
export function rareReach(
  { net, tasks }: { net: number; tasks: number },
  { alpha, balance }: { alpha: number; balance: number },
): number {
  const mean = net / tasks;
  if (net >= tasks) return 1;
  return Math.hypot(betaQuantile(1 - alpha, net + 1, tasks - net) - mean, balance);
}

/** The largest difference, whichever way it goes. */
export function largestOf(differences: readonly number[]): number {
  return differences.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
}

/** The standard error of what cancels out: gains that made up for as many losses, which they need not have done. */
export function balanceError(differences: readonly number[]): number {
  let [gains, losses] = [0, 0];
  for (const value of differences) {
    if (value > 0) gains += value * value;
    else losses += value * value;
  }
  return Math.sqrt(2 * Math.min(gains, losses)) / differences.length;
}
