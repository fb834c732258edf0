import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { root } from "./root.ts";
import type { TestSummary } from "./test-summary.ts";

/** Writes what a run of vitest came to as a `TestSummary` to the file of `--outputFile.summary`, and says nothing. */
export default class SummaryReporter implements Reporter {
  #file = "";

  onInit({ config: { outputFile } }: Vitest): void {
    this.#file = (outputFile as Record<string, string>).summary!;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const states = modules.flatMap(({ children }) =>
      Array.from(children.allTests(), (test) => test.result().state),
    );
    const count = (...wanted: string[]) => states.filter((state) => wanted.includes(state)).length;
    const broken = modules.filter((module) => !module.ok());
    const whole = modules.length > 0 && errors.length === 0;
    const summary: TestSummary = {
      passed: count("passed"),
      failed: count("failed") || broken.length || (whole ? 0 : 1),
      skipped: count("skipped", "pending"),
      failedFiles: broken.map(({ moduleId }) => relative(root, moduleId)),
    };
    writeFileSync(this.#file, JSON.stringify(summary));
  }
}
