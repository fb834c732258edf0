// `npm test`: the checks, then all tests; words after `--` go to vitest and leave the checks out.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checks, failingChecks } from "./checks.ts";
import { runTool } from "./tool.ts";

interface VitestSummary {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  numPendingTests: number;
  numTodoTests: number;
}

const selection = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), "x-test-"));
try {
  let passed = 0;
  let failed = 0;
  if (selection.length === 0) {
    failed = failingChecks().length;
    passed = Object.keys(checks).length - failed;
  }
  const file = join(scratch, "summary.json");
  runTool("vitest", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...selection,
  ]);
  const summary = JSON.parse(readFileSync(file, "utf8")) as VitestSummary;
  passed += summary.numPassedTests;
  // A file that could not even be loaded, or an error outside any test, counts as one failure.
  failed += summary.numFailedTests || (summary.success ? 0 : Math.max(1, summary.numFailedTestSuites));
  const skipped = summary.numPendingTests + summary.numTodoTests;
  if (skipped > 0 && process.env.CI === "true") {
    console.error(`${skipped} tests were skipped; with CI=true none may be. Install what they miss.`);
    failed += skipped;
  }
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
