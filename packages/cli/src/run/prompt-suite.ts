import { join } from "node:path";
import { readSuite, type Suite } from "@flow-state-dev/suites";
import type { RunFlags } from "./run-flags.ts";

/**
 * What a prompt is run and kept as: a suite of one case on the project around the folder, in which anything may be
 * changed. Throws a `SuiteError` for limits that make no sense.
 */
export function promptSuite(prompt: string, folder: string, { budget, timeout }: RunFlags): Promise<Suite> {
  const it = { id: "prompt", prompt, budget, timeout, expect: ["diff:only **"] };
  return readSuite({ text: JSON.stringify({ name: "run", cases: [it] }), file: join(folder, "x run") });
}
