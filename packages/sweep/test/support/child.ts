import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { inject } from "vitest";

/** A program of ours in a process of its own. Dispose of it and it is killed. */
export interface Child extends AsyncDisposable {
  process: ChildProcess;
  /** The next line it prints; undefined when it prints no more. */
  line(): Promise<string | undefined>;
  /** Says a line to it. */
  tell(line: string): void;
  /** Resolves when it has ended: its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  /** What it said on stderr so far. */
  errors(): string;
}

/** Starts `program`, a path relative to `test/`. */
export function startChild(
  program: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Child {
  const file = join(inject("programs"), "packages/sweep/test", program.replace(/\.ts$/, ".mjs"));
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...env, NODE_OPTIONS: "" },
  });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | string);
  return {
    process: child,
    line: async () => {
      const { value, done } = await lines.next();
      return done ? undefined : (value as string);
    },
    tell: (line) => void child.stdin.write(`${line}\n`),
    ended,
    errors: () => errors,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
