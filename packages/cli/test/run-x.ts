import { type ChildProcess, spawn } from "node:child_process";
import { resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The `x` of the sources. */
export const sourceX = fileURLToPath(new URL("../bin/x.js", import.meta.url));

/** The `x` that users have. */
export const x = inject("x");

/** What is compiled of an installation goes with it. */
const compiled = resolve(x, "../../../../../compiled");

/** A benchmark of the repository imports the sources of its packages, which must be those that run it. */
function xFor(args: readonly string[], cwd: string): string {
  const isOurs = (path: string) => `${resolve(cwd, path)}${sep}`.startsWith(root);
  return [cwd, ...args].some(isOurs) ? sourceX : x;
}

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

/** Nothing of the caller's environment but PATH and HOME, and where compiled code is kept. */
export function freshEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE };
}

/** Runs the real `x`, as it is published, in a fresh environment. */
export function runX(
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; nodeArgs?: readonly string[]; onStart?: OnStart } = {},
): Promise<Finished> {
  const { cwd = process.cwd(), onStart } = options;
  const program = xFor(args, cwd);
  const env = {
    ...freshEnvironment(),
    ...(program === x && { NODE_COMPILE_CACHE: compiled }),
    ...options.env,
  };
  return runProgram(process.execPath, [...(options.nodeArgs ?? []), program, ...args], { cwd, env, onStart });
}
