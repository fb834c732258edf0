import type { Exit } from "../process/exit.ts";
import { singleTree } from "../process/process-tree.ts";
import { runProcess } from "../process/run-process.ts";

/** Runs one of our own tools (cp, rm, git) to its end, with an environment that holds nothing but what it needs. */
export function runTool(
  argv: readonly [string, ...string[]],
  options: {
    cwd?: string;
    env?: Record<string, string>;
    stdin?: string | Uint8Array;
    keepBytes?: number;
    timeoutMs?: number;
    signal?: AbortSignal | undefined;
  } = {},
): Promise<Exit> {
  return runProcess({
    argv,
    ...options,
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", ...options.env },
    // They leave nobody behind, and looking for descendants takes longer than some of them.
    tree: singleTree,
  });
}

/** What went wrong, in a line. */
export function complaintOf(exit: Exit): string {
  const text = exit.reason ?? exit.stderr.text.trim();
  return text.split("\n")[0]!.slice(0, 300) || `it ended with ${exit.code}`;
}
