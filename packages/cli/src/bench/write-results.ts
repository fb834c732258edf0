import type { SuiteResults } from "@flow-state-dev/suites";
import { keptRun, writeWhole } from "../files/write-whole.ts";

/** One suite is written as it is; several as a list. */
export function writeResults(file: string, results: readonly SuiteResults[]): void {
  const data = results.length === 1 ? results[0] : results;
  writeWhole(file, `${JSON.stringify(data, null, 2)}\n`, keptRun);
}
