import { firstNamed } from "@flow-state-dev/core";
import type { SuiteCase } from "../../suite/suite.ts";

const mostNamed = 5;

/** What to tell when cases name variables that are not set, so that nothing is passed through. Null when all are. */
export function unsetNamesNotice(
  cases: readonly Pick<SuiteCase, "env">[],
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const unset = [...new Set(cases.flatMap((it) => it.env))].filter((name) => env[name] === undefined).sort();
  if (unset.length === 0) return null;
  const are = unset.length === 1 ? "is" : "are";
  return `${firstNamed(unset, mostNamed)} ${are} named by env of the suite and ${are} not set here: agents and tests go without.`;
}
