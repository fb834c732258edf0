import { existsSync } from "node:fs";
import { readSuite, type Suite, SuiteError } from "@flow-state-dev/suites";
import { shellWord } from "../text/shell-word.ts";

/**
 * Reads suites, all before anything runs. Throws one `SuiteError` with the mistakes of all of them; a module is told to
 * be one, for what is wrong with it as JSON helps nobody.
 */
export async function readSuites(files: readonly string[]): Promise<Suite[]> {
  const modules = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file) && existsSync(file));
  if (modules.length > 0) {
    throw new SuiteError(
      modules.map((file) => ({
        ...{ code: "module", file, line: null, column: null, caseId: null, caseNumber: null },
        ...{ expectation: null, nearest: null, message: "this is a module, not a suite" },
        hint: `a benchmark of patterns is run with x compare ${shellWord(file)}`,
      })),
    );
  }
  const read = await Promise.allSettled(files.map((file) => readSuite(file)));
  const errors = read.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  const other = errors.find((error) => !(error instanceof SuiteError));
  if (other !== undefined) throw other;
  if (errors.length > 0) throw new SuiteError((errors as SuiteError[]).flatMap(({ problems }) => problems));
  return read.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
}
