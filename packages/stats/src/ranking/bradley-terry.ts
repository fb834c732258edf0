import { InvalidInputError } from "../input/invalid-input.ts";
import { requireNonNegative, requireSameLength } from "../input/require.ts";
import { inversePositive } from "../special/inverse-positive.ts";
import { isOnePiece, isOneRing } from "./connected.ts";

/** Strengths of subjects from pairwise verdicts, or why they have none. */
export type BradleyTerry =
  | {
      state: "estimated";
      /** Strength on the logit scale, mean 0: P(i beats j) = 1/(1 + e^(θ_j − θ_i)). */
      abilities: number[];
      /** The same on the Elo scale, mean 1000. */
      elo: number[];
      /** Of each ability against the mean of all; a difference needs `bradleyTerryDifference`. */
      standardErrors: number[];
      /** Covariance of the abilities. */
      covariance: number[][];
      /** Half a win each way was added to every pair that met, since some group never lost to the rest. */
      regularised: boolean;
    }
  /** Some subjects were never compared, even indirectly, with others. */
  | { state: "not-connected" }
  | { state: "too-few-subjects" };

/**
 * Fits the Bradley–Terry model by maximum likelihood. `wins[i][j]` is how often i beat j; a tie is half a win each.
 * The order of verdicts does not matter, unlike with online Elo. Standard errors take verdicts as independent;
 * when several share a task, bootstrap over tasks instead.
 */
export function bradleyTerry(wins: readonly (readonly number[])[]): BradleyTerry {
  requireWins(wins);
  const count = wins.length;
  if (count < 2) return { state: "too-few-subjects" };
  if (!isOnePiece(wins)) return { state: "not-connected" };
  const regularised = !isOneRing(wins);
  const used = regularised
    ? wins.map((row, i) => row.map((won, j) => (i !== j && won + wins[j]![i]! > 0 ? won + 0.5 : won)))
    : wins;
  const abilities = maximise(used);
  const covariance = inverseOfLaplacian(information(used, abilities));
  return {
    state: "estimated",
    abilities,
    elo: abilities.map((ability) => 1000 + (400 / Math.LN10) * ability),
    standardErrors: covariance.map((row, i) => Math.sqrt(row[i]!)),
    covariance,
    regularised,
  };
}

function requireWins(wins: readonly (readonly number[])[]): void {
  wins.forEach((row, i) => {
    requireSameLength(`wins[${i}]`, row, "wins", wins);
    row.forEach((won, j) => {
      requireNonNegative(`wins[${i}][${j}]`, won);
    });
    if (row[i] !== 0)
      throw new InvalidInputError(`wins[${i}][${i}]`, "0, as nobody plays against itself", row[i]);
  });
}

function chance(abilities: readonly number[], i: number, j: number): number {
  return 1 / (1 + Math.exp(abilities[j]! - abilities[i]!));
}

/** Newton's method on the concave likelihood, each step halved until it climbs. */
function maximise(wins: readonly (readonly number[])[]): number[] {
  let abilities = wins.map(() => 0);
  let height = likelihood(wins, abilities);
  for (let round = 0; round < 100; round++) {
    const gradient = wins.map((row, i) =>
      row.reduce(
        (total, won, j) => total + won - (won + wins[j]![i]!) * (i === j ? 0 : chance(abilities, i, j)),
        0,
      ),
    );
    const inverse = inverseOfLaplacian(information(wins, abilities));
    const step = inverse.map((row) => row.reduce((total, value, j) => total + value * gradient[j]!, 0));
    const size = Math.max(...step.map(Math.abs));
    // Near the top the likelihood is flat to the last digit, so a step that only rounds down is taken too.
    const floor = height - 1e-12 * (1 + Math.abs(height));
    let next = abilities;
    let nextHeight = -Infinity;
    for (let scale = 1; scale > 1e-10 && nextHeight < floor; scale /= 2) {
      next = abilities.map((ability, i) => ability + scale * step[i]!);
      nextHeight = likelihood(wins, next);
    }
    abilities = next;
    height = nextHeight;
    if (size < 1e-12) break;
  }
  const centre = abilities.reduce((total, ability) => total + ability, 0) / abilities.length;
  return abilities.map((ability) => ability - centre);
}

function likelihood(wins: readonly (readonly number[])[], abilities: readonly number[]): number {
  let log = 0;
  wins.forEach((row, i) => {
    row.forEach((won, j) => {
      if (won > 0) log -= won * Math.log1p(Math.exp(abilities[j]! - abilities[i]!));
    });
  });
  return log;
}

/** The negative Hessian of the likelihood: how much the verdicts tell about each ability. */
function information(wins: readonly (readonly number[])[], abilities: readonly number[]): number[][] {
  const result = wins.map((row) => row.map(() => 0));
  wins.forEach((row, i) => {
    row.forEach((won, j) => {
      if (i === j) return;
      const weight = (won + wins[j]![i]!) * chance(abilities, i, j) * chance(abilities, j, i);
      result[i]![j] = -weight;
      result[i]![i]! += weight;
    });
  });
  return result;
}

/** The pseudo-inverse of a matrix whose rows sum to zero: only differences of abilities are known. */
function inverseOfLaplacian(matrix: readonly (readonly number[])[]): number[][] {
  const part = 1 / matrix.length;
  return inversePositive(matrix.map((row) => row.map((value) => value + part))).map((row) =>
    row.map((value) => value - part),
  );
}
