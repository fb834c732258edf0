import { requireFinite } from "../input/require.ts";
import { tieTolerance } from "../input/tie-tolerance.ts";

/** On how many tasks the difference is above, at and below zero. */
export function winsTiesLosses(differences: readonly number[]): [wins: number, ties: number, losses: number] {
  requireFinite("differences", differences);
  let [wins, losses] = [0, 0];
  for (const value of differences) {
    if (value > tieTolerance) wins++;
    else if (value < -tieTolerance) losses++;
  }
  return [wins, differences.length - wins - losses, losses];
}
