import type { PlannedCell } from "../plan/planned-cell.ts";
import type { Verdict } from "../verdict/attempt-verdict.ts";
import { isProgramProblem, isRefusedKey } from "../verdict/setup-problem.ts";
import type { SetupFailure } from "./setup-watch.ts";

/** The providers that a cell names; none when it names none. */
export function providersOf({ provider = [] }: Pick<PlannedCell, "provider">): readonly string[] {
  return typeof provider === "string" ? [provider] : provider;
}

/** What of the setup a cell failed for, and whose problem that is; undefined when it did not fail for the setup. */
export function setupFailureOf(
  cell: Pick<PlannedCell, "subject" | "provider">,
  { outcome, setupProblem, keyRefuser }: Pick<Verdict, "outcome" | "setupProblem" | "keyRefuser">,
): SetupFailure | undefined {
  if (setupProblem === undefined) return undefined;
  const providers = providersOf(cell);
  // A cell of one provider needs not be told whose key it was.
  const only = isRefusedKey(setupProblem) && providers.length === 1 ? providers[0] : undefined;
  return {
    problem: setupProblem,
    message: "error" in outcome ? outcome.error.message : setupProblem,
    provider: keyRefuser ?? only,
    subject: isProgramProblem(setupProblem) ? cell.subject : undefined,
  };
}
