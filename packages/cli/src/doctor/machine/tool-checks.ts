import { packageLine } from "@flow-state-dev/suites";
import type { MachineCheck } from "./machine-check.ts";
import { programVersion } from "./program-version.ts";

/** Node, which runs this, and git, which makes patches and fetches workspaces. */
export async function toolChecks(env: NodeJS.ProcessEnv): Promise<MachineCheck[]> {
  const git = await programVersion("git", ["--version"], env);
  return [
    { group: "machine", name: "node", state: "fine", found: process.versions.node, advice: null },
    git === null
      ? {
          ...{ group: "machine", name: "git", state: "problem", found: "not here" },
          advice: `x bench and x run need it: ${packageLine("git")}`,
        }
      : { group: "machine", name: "git", state: "fine", found: git, advice: null },
  ];
}
