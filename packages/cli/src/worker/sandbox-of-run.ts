import type { RunManifest } from "@flow-state-dev/records";
import { chooseSandbox, type SandboxChoice, type SandboxName, sandboxNames } from "@flow-state-dev/suites";
import type { BenchFlags } from "../bench/bench-flags.ts";

/**
 * The sandbox in which a worker runs the cases of a run. Where none was named it is the strongest that works here, and
 * no weaker one than whoever gave the run out was told of. Throws SandboxUnavailableError.
 */
export async function sandboxOfRun(
  { sandbox: asked = "auto" }: Pick<BenchFlags, "sandbox">,
  { conditions }: Pick<RunManifest, "conditions">,
): Promise<SandboxChoice> {
  const choice = await chooseSandbox(asked);
  const [here, told] = [choice.sandbox.name, conditions.sandbox].map((name) =>
    sandboxNames.indexOf(name as SandboxName),
  ) as [number, number];
  const isWeaker = asked === "auto" && told >= 0 && here > told;
  return isWeaker ? chooseSandbox(sandboxNames[told]!) : choice;
}
