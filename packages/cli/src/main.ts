import { run } from "@stricli/core";
import { buildApp } from "./app.ts";
import type { XContext } from "./x-context.ts";

/** Runs `x` for a process: its arguments in, its exit code out. Arguments that make no sense exit with 2. */
export async function main(process: NodeJS.Process): Promise<void> {
  const context: XContext = { process };
  await run(buildApp(), plainWords(process.argv.slice(2)), context);
  if (typeof process.exitCode === "number" && process.exitCode < 0) process.exitCode = 2;
  process.exitCode ||= context.exitCode ?? 0;
}

/** `x help models` is another way to say `x models --help`. */
function plainWords(words: string[]): string[] {
  return words[0] === "help" ? [...words.slice(1), "--help"] : words;
}
