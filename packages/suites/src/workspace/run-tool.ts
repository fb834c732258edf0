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

/** What went wrong, in a line: the first that is no warning, as ssh has them before it says that it was refused. */
export function complaintOf(exit: Pick<Exit, "reason" | "code" | "stderr">): string {
  const lines = (exit.reason ?? exit.stderr.text).split("\n").map((line) => line.trim());
  const said = lines.filter((line) => line !== "");
  const line = said.find((each) => !/^(?:\*\* |warning:)/i.test(each)) ?? said[0];
  return line?.slice(0, 300) ?? `it ended with ${exit.code}`;
}
