import { createRedactor } from "@flow-state-dev/records";
import type { CellPlan } from "../plan/cell-plan.ts";
import { PlanError } from "../plan/plan-error.ts";

/**
 * Refuses subjects and tasks whose names the store would change: what looks like a key is taken out of everything it
 * keeps, and cells whose names had become the same could not be told apart. The name itself is not shown in full.
 */
export function checkNames({ subjects, tasks }: CellPlan): void {
  const redactor = createRedactor();
  const changes = (name: string) => redactor.text(name).toWellFormed() !== name;
  for (const [what, names] of [
    ["subject", subjects],
    ["task", tasks],
  ] as const) {
    const name = names.find(changes);
    if (name === undefined) continue;
    throw new PlanError(
      `The ${what} ${JSON.stringify(name.slice(0, 8))}… has a name that looks like a key or holds broken characters, ` +
        "which are never stored. Give it another",
    );
  }
}
