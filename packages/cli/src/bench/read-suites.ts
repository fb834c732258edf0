import { readSuite, type Suite, SuiteError } from "@flow-state-dev/suites";

/** Reads suites, all before anything runs. Throws one `SuiteError` with the mistakes of all of them. */
export async function readSuites(files: readonly string[]): Promise<Suite[]> {
  const read = await Promise.allSettled(files.map((file) => readSuite(file)));
  const errors = read.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  const other = errors.find((error) => !(error instanceof SuiteError));
  if (other !== undefined) throw other;
  if (errors.length > 0) throw new SuiteError((errors as SuiteError[]).flatMap(({ problems }) => problems));
  return read.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
}
