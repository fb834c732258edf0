import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { root } from "./root.ts";
import { runTool } from "./tool.ts";

/** What a run of vitest came to. */
export interface TestSummary {
  passed: number;
  /** Tests that failed; a file that could not be loaded, or an error outside any test, counts as one. */
  failed: number;
  skipped: number;
  /** From the root of the repository. */
  failedFiles: readonly string[];
}

interface VitestSummary {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: readonly { name: string; status: string }[];
}

/** Runs vitest with these words of its command line, shown as it goes; its report is written to `file`. */
export function runTests(words: readonly string[], file: string): TestSummary {
  runTool("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`, ...words]);
  const report = JSON.parse(readFileSync(file, "utf8")) as VitestSummary;
  const broken = report.testResults.filter(({ status }) => status === "failed");
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests || (report.success ? 0 : Math.max(1, report.numFailedTestSuites)),
    skipped: report.numPendingTests + report.numTodoTests,
    failedFiles: broken.map(({ name }) => relative(root, name)),
  };
}
