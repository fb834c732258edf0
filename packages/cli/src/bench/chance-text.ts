import type { SuiteResults } from "@flow-state-dev/suites";
import { percent } from "../text/show-numbers.ts";

/**
 * The chance that all runs of a case pass. Cases with fewer results than others have no part in it, so it says of how
 * many it is: else one that never passes could be missed beside 100 %.
 *
 * @param total cases that there are
 */
export function chanceText(
  { k, value, cases }: NonNullable<SuiteResults["passHatK"]>,
  total: number,
): string {
  return `${percent(value)} %${cases < total ? ` of the ${cases} with ${k} results` : ""}`;
}
