import { readFileSync } from "node:fs";
import type { TestSummary } from "./test-summary.ts";
import { runTool } from "./tool.ts";

const reporters = ["default", "./scripts/summary-reporter.ts"].map((name) => `--reporter=${name}`);

/** Runs vitest with these words of its command line, shown as it goes; what it came to is written to `file`. */
export function runTests(words: readonly string[], file: string): TestSummary {
  runTool("vitest", ["run", ...reporters, `--outputFile.summary=${file}`, ...words]);
  return JSON.parse(readFileSync(file, "utf8")) as TestSummary;
}
