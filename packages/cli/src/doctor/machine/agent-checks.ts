import { listAgents } from "@flow-state-dev/suites";
import type { MachineCheck } from "./machine-check.ts";

/** Coding agents that can be driven, and the line that installs each that is not here. */
export async function agentChecks(env: NodeJS.ProcessEnv): Promise<MachineCheck[]> {
  const agents = await listAgents({ env });
  return agents.map(({ name, installed, version, triedVersion, install }) => {
    if (installed === null)
      return { group: "agents", name, state: "absent", found: "not here", advice: install };
    const other = version !== null && triedVersion !== null && version !== triedVersion;
    const found = `${version ?? "version unknown"}${other ? `, tried with ${triedVersion}` : ""}`;
    return { group: "agents", name, state: "fine", found, advice: null };
  });
}
