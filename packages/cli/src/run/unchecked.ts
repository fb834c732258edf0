import type { RunManifest } from "@flow-state-dev/records";

/** Is it a run of `x run`? Its agent was done or not: there is nothing that its work was held against, and no score. */
export function isUnchecked({ kind }: RunManifest): boolean {
  return kind === "run";
}

/** What is told wherever such a run is shown. */
export const nothingChecked = "Nothing was checked, for a prompt has no expectations.";
