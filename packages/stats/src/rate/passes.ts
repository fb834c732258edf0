import { InvalidInputError } from "../input/invalid-input.ts";
import { requireCount } from "../input/require.ts";

/** How many of how many passed. */
export interface Passes {
  passed: number;
  runs: number;
}

/** Throws unless both are whole numbers and no more passed than ran. */
export function requirePasses({ passed, runs }: Passes): void {
  requireCount("runs", runs);
  requireCount("passed", passed);
  if (passed > runs) throw new InvalidInputError("passed", `at most the number of runs (${runs})`, passed);
}
