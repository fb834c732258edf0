import { requireFinite } from "../input/require.ts";
import { tieTolerance } from "../input/tie-tolerance.ts";

/** On how many tasks the difference is above, at and below zero. */
export function winsTiesLosses(differences: readonly number[]): [wins: number, ties: number, losses: number] {
  requireFinite("differences", differences);
  const wins = differences.filter((value) => value > tieTolerance).length;
  const losses = differences.filter((value) => value < -tieTolerance).length;
  return [wins, differences.length - wins - losses, losses];
}
