import { packageLine } from "../text/package-line.ts";
import { git } from "../workspace/git.ts";
import { complaintOf } from "../workspace/run-tool.ts";
import { BenchConfigError } from "./check-bench.ts";

/**
 * Throws a `BenchConfigError` when git cannot be started: what an agent changed is told as a patch, which git makes, so
 * every case would be paid for and none could be graded.
 */
export async function checkGit(): Promise<void> {
  const exit = await git(["--version"]);
  if (exit.code === 0) return;
  throw new BenchConfigError(
    `git is needed to tell what agents change: ${complaintOf(exit)}. ` +
      `Install it: ${packageLine("git")}. Nothing was run.`,
  );
}
