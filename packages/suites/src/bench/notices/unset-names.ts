import type { SuiteCase } from "../../suite/suite.ts";

const mostNamed = 5;

/** What to tell when cases name variables that are not set, so that nothing is passed through. Null when all are. */
export function unsetNamesNotice(
  cases: readonly Pick<SuiteCase, "env">[],
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const unset = [...new Set(cases.flatMap((it) => it.env))].filter((name) => env[name] === undefined).sort();
  if (unset.length === 0) return null;
  const more = unset.length > mostNamed ? ` and ${unset.length - mostNamed} more` : "";
  const are = unset.length === 1 ? "is" : "are";
  return `${unset.slice(0, mostNamed).join(", ")}${more} ${are} named by env of the suite and ${are} not set here: agents and tests go without.`;
}
