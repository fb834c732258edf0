import { requireFinite, requirePositive, requireSameLength } from "../input/require.ts";
import { allTied } from "../input/tie-tolerance.ts";
import { sum } from "../summary/mean.ts";

/**
 * By how much a judge's score rises when an answer to the same task is longer: the slope of score on ln(length),
 * centred within each task. Rows are tasks. Null when no task has answers of different length.
 */
export function lengthSlope(
  lengths: readonly (readonly number[])[],
  scores: readonly (readonly number[])[],
): number | null {
  requireSameLength("lengths", lengths, "scores", scores);
  let products = 0;
  let squares = 0;
  lengths.forEach((row, task) => {
    const rowScores = scores[task]!;
    requireSameLength(`lengths[${task}]`, row, `scores[${task}]`, rowScores);
    requireFinite(`scores[${task}]`, rowScores);
    for (const length of row) requirePositive(`lengths[${task}]`, length);
    const logs = row.map(Math.log);
    if (allTied(logs)) return;
    const meanLog = sum(logs) / logs.length;
    const meanScore = sum(rowScores) / rowScores.length;
    logs.forEach((log, i) => {
      products += (log - meanLog) * (rowScores[i]! - meanScore);
      squares += (log - meanLog) ** 2;
    });
  });
  return squares === 0 ? null : products / squares;
}
