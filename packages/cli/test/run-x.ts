import { resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { type Finished, type OnStart, runProgram } from "./run-program.ts";

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

/** Nothing of the caller's environment but PATH, HOME and TMPDIR, and where compiled code is kept. */
export function freshEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE };
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
