import { BenchConfigError, type Suite } from "@flow-state-dev/suites";
import { realPath } from "../files/output-file.ts";

/**
 * The files without those that were given before, by whatever path: nobody pays twice for a slip.
 *
 * @param warn told of each that is left out
 */
export function filesOnce(files: readonly string[], warn: (sentence: string) => void): string[] {
  const seen = new Set<string>();
  return files.filter((file) => {
    const path = realPath(file);
    const isNew = !seen.has(path);
    if (!isNew)
      warn(`${file} is given more than once and is run once; --runs says how often each case runs.`);
    seen.add(path);
    return isNew;
  });
}

/** Throws a `BenchConfigError` when two suites have one name: their runs and results are found by it. */
export function checkNames(suites: readonly Pick<Suite, "name" | "file">[]): void {
  const seen = new Map<string, string>();
  for (const { name, file } of suites) {
    const other = seen.get(name);
    if (other !== undefined)
      throw new BenchConfigError(
        `${other} and ${file} are both called "${name}", and runs and results are found by that name: give one of them another "name". Nothing was run.`,
      );
    seen.set(name, file);
  }
}
