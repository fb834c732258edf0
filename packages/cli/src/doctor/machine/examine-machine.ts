import { agentChecks } from "./agent-checks.ts";
import type { MachineCheck } from "./machine-check.ts";
import { modelChecks } from "./model-checks.ts";
import { recordChecks } from "./record-checks.ts";
import { sandboxChecks } from "./sandbox-checks.ts";
import { toolChecks } from "./tool-checks.ts";

/** Told what is still looked at: all of it at first, less as things are found out. */
export type OnLooking = (groups: readonly string[]) => void;

/** Looks at everything that `x` can use on this machine. Installs nothing, calls no provider, keeps nothing. */
export function examineMachine(
  folder: string,
  env: NodeJS.ProcessEnv,
  onLooking: OnLooking,
): Promise<MachineCheck[]> {
  return examineAll(
    {
      machine: () => toolChecks(env),
      sandboxes: () => sandboxChecks(),
      models: () => modelChecks(env),
      agents: () => agentChecks(env),
      records: () => recordChecks(folder, env),
    },
    onLooking,
  );
}

/** Looks at all groups at once; what is found stands in the order of the groups. */
export async function examineAll(
  groups: Readonly<Partial<Record<MachineCheck["group"], () => Promise<MachineCheck[]>>>>,
  onLooking: OnLooking,
): Promise<MachineCheck[]> {
  const left = new Set(Object.keys(groups));
  onLooking([...left]);
  const found = Object.entries(groups).map(async ([group, look]) => {
    const checks = await look();
    left.delete(group);
    onLooking([...left]);
    return checks;
  });
  return (await Promise.all(found)).flat();
}
