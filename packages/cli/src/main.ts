import { run } from "@stricli/core";
import { buildApp } from "./app.ts";
import type { XContext } from "./x-context.ts";

/** Runs `x` for a process: its arguments in, its exit code out. Arguments that make no sense exit with 2. */
export async function main(process: NodeJS.Process): Promise<void> {
  const context: XContext = { process };
  await run(buildApp(), process.argv.slice(2), context);
  if (typeof process.exitCode === "number" && process.exitCode < 0) process.exitCode = 2;
  process.exitCode ||= context.exitCode ?? 0;
}
