import { totalmem } from "node:os";
import type { SandboxLimits } from "../../sandbox/sandbox.ts";
import { sizeOf } from "../../text/size-of.ts";

/** What any command of a case may use: the agent's, those of set-up, those that grade. Time is set by each. */
export type CommandLimits = Required<Omit<SandboxLimits, "timeMs" | "keepBytes">>;

/**
 * Wide enough for any build or test run, narrow enough that a fork bomb, a leak or an endless file ends with its case
 * and not with the machine.
 */
export function completeCommandLimits(limits: Partial<CommandLimits> = {}): CommandLimits {
  return {
    processes: 4_096,
    memoryBytes: Math.floor(totalmem() / 2),
    fileBytes: 8 * 2 ** 30,
    outputBytes: 256 * 2 ** 20,
    ...limits,
  };
}

/** The limit that ended a command, as in "was ended by …". */
export function limitInWords(
  what: "memory" | "processes" | "output",
  { memoryBytes, processes, outputBytes }: CommandLimits,
): string {
  if (what === "processes") return `its limit of ${processes.toLocaleString("en-US")} processes`;
  return `its limit of ${sizeOf(what === "memory" ? memoryBytes : outputBytes)} of ${what}`;
}
