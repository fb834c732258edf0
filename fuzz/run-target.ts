import fc from "fast-check";
import { Broken, type FuzzTarget } from "./fuzz-target.ts";

/** What came of one target. */
export interface FuzzResult {
  target: string;
  /** Inputs that were tried, without those of shrinking. */
  inputs: number;
  seed: number;
  /** Milliseconds. */
  ms: number;
  /** Milliseconds that the slowest input took. */
  slowestMs: number;
  /** Null when everything held. */
  failure: FuzzFailure | null;
}

/** An input for which something does not hold. */
export interface FuzzFailure {
  problem: string;
  /** The smallest such input, as fast-check prints it. */
  counterexample: string;
  /** With the seed it leads straight to it. */
  path: string | null;
}

/** More than any input may take, on a machine that is busy. */
const longestMs = 20_000;

/**
 * Tries so many inputs. The same seed gives the same inputs. Besides what the target says, no input may take for ever,
 * and none may change what all objects have in common. `onInput` is called before each.
 */
export async function runTarget(
  target: FuzzTarget,
  { inputs, seed, path, onInput }: { inputs: number; seed: number; path?: string; onInput?: () => void },
): Promise<FuzzResult> {
  const open = await target.open();
  const shared = sharedNames();
  let slowestMs = 0;
  const start = performance.now();
  try {
    const property = fc.asyncProperty(open.inputs, async (input) => {
      onInput?.();
      const begun = performance.now();
      await open.check(input);
      const ms = performance.now() - begun;
      slowestMs = Math.max(slowestMs, ms);
      if (ms > longestMs) throw new Broken(`took ${Math.round(ms)} ms`);
      if (sharedNames() !== shared) throw new Broken("changed what all objects have in common");
    });
    const run = await fc.check(property, {
      ...{ numRuns: inputs, seed, endOnFailure: false },
      ...(path !== undefined && { path }),
    });
    const failure: FuzzFailure | null = run.failed
      ? {
          problem: problemOf(run.errorInstance),
          counterexample: fc.stringify(run.counterexample?.[0]).slice(0, 1_500),
          path: run.counterexamplePath,
        }
      : null;
    const ms = Math.round(performance.now() - start);
    return { target: target.name, inputs: run.numRuns, seed, ms, slowestMs: Math.round(slowestMs), failure };
  } finally {
    await open.close?.();
  }
}

const commonObjects = [Object, Array, String, Number, Function, Promise, Map, Error, Buffer];

/** Tells whether somebody has put something into a prototype, or taken something out. */
function sharedNames(): number {
  return commonObjects.reduce(
    (sum, each) => sum + Reflect.ownKeys(each).length + 1_000 * Reflect.ownKeys(each.prototype).length,
    0,
  );
}

function problemOf(error: unknown): string {
  if (error instanceof Broken) return error.message;
  return error instanceof Error
    ? (error.stack ?? error.message).split("\n").slice(0, 6).join("\n")
    : String(error);
}
