import { agentChecks } from "./agent-checks.ts";
import type { MachineCheck } from "./machine-check.ts";
import { modelChecks } from "./model-checks.ts";
import { recordChecks } from "./record-checks.ts";
import { sandboxChecks } from "./sandbox-checks.ts";
import { toolChecks } from "./tool-checks.ts";

/** Looks at everything that `x` can use on this machine. Installs nothing, calls no provider, keeps nothing. */
export async function examineMachine(folder: string, env: NodeJS.ProcessEnv): Promise<MachineCheck[]> {
  const checks = await Promise.all([
    toolChecks(env),
    sandboxChecks(),
    modelChecks(env),
    agentChecks(env),
    recordChecks(folder, env),
  ]);
  return checks.flat();
}
