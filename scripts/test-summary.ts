/** What a run of vitest came to. */
export interface TestSummary {
  passed: number;
  /** Tests that failed; a file that could not be loaded, or an error outside any test, counts as one. */
  failed: number;
  skipped: number;
  /** From the root of the repository. */
  failedFiles: readonly string[];
}
