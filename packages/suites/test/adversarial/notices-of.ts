import { join } from "node:path";
import { parseAgent } from "../../src/agent/create-agent.ts";
import { runSuite } from "../../src/bench/run-suite.ts";
import { chooseSandbox } from "../../src/sandbox/choose-sandbox.ts";
import { readSuite } from "../../src/suite/read-suite.ts";
import type { Bench } from "../bench/support.ts";

/** What readers are told about the files that agents started from. */
export async function noticesOf(
  { path, store, put }: Bench,
  { workspace = "work", ...it }: Record<string, unknown> = {},
): Promise<readonly string[]> {
  const whole = { id: "case", prompt: "Do it.", expect: ["file:done.txt exists"], ...it };
  const suite = { name: "bench", defaults: { budget: 1, timeout: 10 }, cases: [whole] };
  put("suite.json", JSON.stringify({ ...suite, ...(workspace !== null && { workspace }) }));
  const { results } = await runSuite({
    ...{ store, folder: path, sandbox: await chooseSandbox("auto") },
    suite: await readSuite(join(path, "suite.json")),
    agents: [{ name: "noop", agent: parseAgent("noop") }],
  });
  return results.notices;
}
