import { type ChildProcess, spawn } from "node:child_process";

/** How a finished process ended, and all it printed. */
export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Meets the process as soon as it is there: to interrupt it, or to read along. */
export type OnStart = (child: ChildProcess) => void;

/** Runs a program to its end, or for `timeout` milliseconds; when that ends it, its last line on stderr says so. */
export function runProgram(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; timeout?: number; onStart?: OnStart } = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    options.onStart?.(child);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (signal && options.timeout) stderr += `\nended by ${signal}, after at most ${options.timeout} ms`;
      resolve({ code, stdout, stderr });
    });
  });
}
