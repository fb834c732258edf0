import { accessSync, constants, existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { BenchConfigError, type SuiteResults } from "@flow-state-dev/suites";

/** Makes sure that results can be written, before anything is spent on them. Throws a `BenchConfigError`. */
export function checkOutput(file: string, name: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file) && statSync(file).isDirectory()) throw new Error("it is a folder");
    accessSync(existsSync(file) ? file : dirname(file), constants.W_OK);
  } catch (error) {
    throw new BenchConfigError(
      `--output ${name} cannot be written: ${(error as Error).message}. Name another file.`,
    );
  }
}

/** One suite is written as it is; several as a list. */
export function writeResults(file: string, results: readonly SuiteResults[]): void {
  const data = results.length === 1 ? results[0] : results;
  writeFileSync(file, `${JSON.stringify(data, null, 2)}\n`);
}
