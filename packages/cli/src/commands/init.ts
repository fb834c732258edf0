import { exitCodeOfError } from "../bench/exit-code.ts";
import { initText } from "../init/init-text.ts";
import { cloneOfX, missingPackages, projectFacts } from "../init/project-facts.ts";
import { writeTemplates } from "../init/write-template.ts";
import { toldError } from "../text/told-error.ts";
import { asStarted } from "../typed/as-started.ts";
import type { XContext } from "../x-context.ts";

/** What the benchmark of the templates imports. */
const imported = ["@flow-state-dev/core", "@flow-state-dev/patterns", "@flow-state-dev/testing"];

/** `x init`: an example suite and a benchmark that run as they are. Files that are there stay. */
export function init(this: XContext): void {
  const { stdout, stderr } = this.process;
  const folder = process.cwd();
  try {
    const { inProject, esModules } = projectFacts(folder);
    const benchmark = esModules ? "benchmark.ts" : "benchmark.mts";
    const { written, left } = writeTemplates(folder, { "benchmark.ts": benchmark });
    const missing = missingPackages(folder, imported);
    stdout.write(asStarted(initText({ written, left, benchmark, missing, inProject, clone: cloneOfX() })));
  } catch (error) {
    this.exitCode = exitCodeOfError(error);
    if (this.exitCode === 10) throw error;
    stderr.write(toldError((error as Error).message));
  }
}
