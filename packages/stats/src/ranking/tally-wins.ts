import { InvalidInputError } from "../input/invalid-input.ts";
import { requireCount } from "../input/require.ts";

/** One verdict between two subjects, by their places: `winner` is one of the two, or null for a tie. */
export interface PairVerdict {
  first: number;
  second: number;
  winner: number | null;
}

/** Adds verdicts up into the matrix that `bradleyTerry` takes; a tie is half a win each. */
export function tallyWins(subjects: number, verdicts: readonly PairVerdict[]): number[][] {
  requireCount("subjects", subjects);
  const wins = Array.from({ length: subjects }, () => new Array<number>(subjects).fill(0));
  for (const { first, second, winner } of verdicts) {
    for (const place of [first, second]) {
      if (!(place in wins))
        throw new InvalidInputError("a subject", `a place from 0 to ${subjects - 1}`, place);
    }
    if (first === second) throw new InvalidInputError("second", "another subject than first", second);
    if (winner !== null && winner !== first && winner !== second) {
      throw new InvalidInputError("winner", `${first}, ${second} or null`, winner);
    }
    wins[first]![second]! += winner === null ? 0.5 : winner === first ? 1 : 0;
    wins[second]![first]! += winner === null ? 0.5 : winner === second ? 1 : 0;
  }
  return wins;
}
