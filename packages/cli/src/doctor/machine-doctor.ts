import { helpStyle } from "../help/help-style.ts";
import { jsonText } from "../text/json-text.ts";
import type { XContext } from "../x-context.ts";
import { examineMachine } from "./machine/examine-machine.ts";
import { machineText } from "./machine/machine-text.ts";
import { showLooking } from "./machine/show-looking.ts";

/** `x doctor` without a suite: what this machine has and lacks. Exit codes: 0 ready, 1 something needed is missing. */
export async function machineDoctor(this: XContext, flags: { json?: boolean }): Promise<void> {
  const { stdout, env } = this.process;
  using shown = showLooking(process.stderr);
  const checks = await examineMachine(process.cwd(), env, shown.onLooking);
  shown[Symbol.dispose]();
  const ok = checks.every(({ state }) => state !== "problem");
  stdout.write(flags.json ? jsonText({ ok, checks }) : machineText(checks, helpStyle(process.stdout, env)));
  this.exitCode = ok ? 0 : 1;
}
