import { FlowError } from "@flow-state-dev/core";

/** Flags for many machines that do not go together. */
export class MachineFlagsError extends FlowError {
  override readonly name = "MachineFlagsError";

  constructor(problem: string) {
    super(problem, { code: "machine-flags" });
  }
}

/** Throws a `MachineFlagsError` for flags that would have no effect: nobody should believe that they had one. */
export function checkMachineFlags(flags: {
  on?: string;
  queue?: string;
  needs?: readonly string[];
  keep?: string;
}): void {
  const { on, queue, needs, keep } = flags;
  if (on === undefined) {
    const [alone] = [queue !== undefined && "--queue", needs !== undefined && "--needs"].filter(Boolean);
    if (alone)
      throw new MachineFlagsError(
        `${alone} is for cells that are given out to workers. Say where: --on postgres://…, or leave ${alone} out.`,
      );
    return;
  }
  if (keep !== undefined)
    throw new MachineFlagsError(
      "--keep does not go with --on: workspaces are on the machines of the workers. Leave --keep out; x show has the changes of every run.",
    );
}
