import { FlowError } from "@flow-state-dev/core";

/** A benchmark that cannot be run as it is configured; nothing was run. */
export class BenchmarkConfigError extends FlowError {
  override readonly name = "BenchmarkConfigError";
  /** Each mistake in a sentence of its own. */
  readonly problems: readonly string[];

  /** `cause`: what was thrown, where somebody else's code found the mistake. */
  constructor(problems: readonly string[], cause?: unknown) {
    const text = problems.length === 1 ? problems[0]! : problems.map((problem) => `- ${problem}`).join("\n");
    const lead = problems.length === 1 ? "" : `The benchmark has ${problems.length} mistakes:\n`;
    super(`${lead}${text}`, { code: "benchmark-config", details: { problems }, cause });
    this.problems = problems;
  }
}
