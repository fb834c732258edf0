import { FlowError } from "@flow-state-dev/core";
import type { RunStore } from "@flow-state-dev/records";
import { findNamedRun } from "../runs/find-named-run.ts";

/** A `--regrade` that names no run. */
class RegradeError extends FlowError {
  override readonly name = "RegradeError";

  constructor(reference: string, name: string) {
    super(`--regrade ${reference}: there is no such run of ${name} yet. Run it once without --regrade.`, {
      code: "regrade",
      details: { reference },
    });
  }
}

/**
 * The id of the run whose outputs are to be graded. `last` counts only runs of the benchmark that made their outputs
 * themselves, so that it means the same one however often they are graded. Throws a `RegradeError`, or what `findRun`
 * throws.
 */
export async function findGradedRun(store: RunStore, reference: string, name: string): Promise<string> {
  const run = await findNamedRun(store, reference.trim(), {
    ...{ kind: "compare", name },
    counts: ({ manifest }) => manifest.conditions.regrade === undefined,
  });
  if (run === null) throw new RegradeError(reference, name);
  return run.id;
}
