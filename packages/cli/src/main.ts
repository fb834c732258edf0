import { run } from "@stricli/core";
import { buildApp } from "./app.ts";
import type { XContext } from "./x-context.ts";

/** Runs `x` for a process: its arguments in, its exit code out. Arguments that make no sense exit with 2. */
export async function main(process: NodeJS.Process): Promise<void> {
  const context: XContext = { process };
  // Whoever reads the output may have read enough: `x … | head` is no error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  await run(buildApp(), plainWords(process.argv.slice(2)), context);
  if (typeof process.exitCode === "number" && process.exitCode < 0) process.exitCode = 2;
  if (context.exitCode !== undefined) process.exitCode = context.exitCode;
}

/** `x help models` is another way to say `x models --help`. */
function plainWords(words: string[]): string[] {
  return words[0] === "help" ? [...words.slice(1), "--help"] : words;
}
