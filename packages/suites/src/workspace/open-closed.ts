import { runTool } from "./run-tool.ts";

/** Opens folders and files that an agent closed to their owner, so that they can be copied. Root needs no leave. */
export async function openClosed(path: string): Promise<void> {
  if (process.getuid?.() !== 0) await runTool(["chmod", "-R", "u+rX", "--", path]);
}
