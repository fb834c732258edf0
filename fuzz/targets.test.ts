import { expect, test } from "vitest";
import { allTargets, inputsOf } from "./all-targets.ts";
import { runTarget } from "./run-target.ts";

/** The same inputs each time, so that a change is judged by what it changes; `npm run fuzz` tries new ones. */
const seed = 20_260_101;
const counts = inputsOf(allTargets, 6_000);
/** Expectations decide what passes, and are written by hand more than anything else. */
const most: Readonly<Record<string, number>> = { expectations: 100_000 };

test.each(allTargets.map((target, at) => ({ ...target, inputs: most[target.name] ?? counts[at]! })))(
  "$name: $holds",
  async (target) => {
    expect(await runTarget(target, { inputs: target.inputs, seed })).toMatchObject({ failure: null });
  },
  120_000,
);
