import { run } from "@stricli/core";
import { buildApp } from "./app.ts";
import { completeWord } from "./completion/shell-script.ts";
import { bearClosedOutput } from "./process/closed-output.ts";
import { followTerminal } from "./process/follow-terminal.ts";
import { holdMemory } from "./process/hold-memory.ts";
import { bearWarnings } from "./process/own-warnings.ts";
import { withEmptyValues } from "./typed/empty-values.ts";
import type { XContext } from "./x-context.ts";

/** Runs `x` for a process: its arguments in, its exit code out. Arguments that make no sense exit with 2. */
export async function main(process: NodeJS.Process): Promise<void> {
  const context: XContext = { process };
  const typed = plainWords(process.argv.slice(2));
  bearClosedOutput(process, typed);
  bearWarnings(process);
  followTerminal(process);
  if (typed[0] === completeWord) return propose(typed.slice(1), context);
  holdMemory();
  const words = withEmptyValues(typed);
  await run(buildApp(words), words, context);
  if (typeof process.exitCode === "number" && process.exitCode < 0) process.exitCode = 2;
  if (context.exitCode !== undefined) process.exitCode = context.exitCode;
}

/** What a shell asks for at Tab. */
async function propose(words: readonly string[], context: XContext): Promise<void> {
  const { complete } = await import("./completion/complete.ts");
  const found = await complete(buildApp(), words, context);
  context.process.stdout.write(found.map(({ word, brief }) => `${word}\t${brief}\n`).join(""));
}

/** `x help models` is another way to say `x models --help`. */
function plainWords(words: string[]): string[] {
  return words[0] === "help" ? [...words.slice(1), "--help"] : words;
}
