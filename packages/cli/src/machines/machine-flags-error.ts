import { FlowError } from "@flow-state-dev/core";
import { createRedactor } from "@flow-state-dev/records";

/** Flags for many machines that do not go together. */
export class MachineFlagsError extends FlowError {
  override readonly name = "MachineFlagsError";

  constructor(problem: string) {
    super(problem, { code: "machine-flags" });
  }
}

/** The flags that this looks at, of `x bench` or `x compare`. */
interface MachineFlags {
  on?: string;
  queue?: string;
  needs?: readonly string[];
  keep?: string;
  concurrent?: number;
  concurrency?: number;
  verbose?: boolean;
  regrade?: string;
  agent?: readonly string[];
}

/**
 * Throws a `MachineFlagsError` for flags that would have no effect, since nobody should believe that they had one, and
 * for agents with a key in them, which would lie in the database.
 */
export function checkMachineFlags(flags: MachineFlags): void {
  if (flags.on === undefined) {
    const [alone] = [flags.queue !== undefined && "--queue", flags.needs !== undefined && "--needs"].filter(
      Boolean,
    );
    if (alone)
      throw new MachineFlagsError(
        `${alone} is for cells that are given out to workers. Say where: --on postgres://…, or leave ${alone} out.`,
      );
    return;
  }
  const [idle] = elsewhere.filter(({ isGiven }) => isGiven(flags));
  if (idle) throw new MachineFlagsError(`${idle.flag} does not go with --on: ${idle.why}`);
  const redactor = createRedactor();
  if (flags.agent?.some((agent) => redactor.text(agent) !== agent))
    throw new MachineFlagsError(
      '--agent holds what looks like a key, and with --on it would be stored for the workers. Set it in the environment of the workers, name it under env in the suite, and write "$NAME" in the command.',
    );
}

/** What is up to the workers, and where it is said or seen there. */
const elsewhere: readonly { flag: string; isGiven(flags: MachineFlags): boolean; why: string }[] = [
  {
    flag: "--keep",
    isGiven: ({ keep }) => keep !== undefined,
    why: "workspaces are on the machines of the workers. Leave --keep out; x show has the changes of every run.",
  },
  {
    flag: "--concurrent",
    isGiven: ({ concurrent }) => concurrent !== undefined,
    why: "how many cases run at once is up to each worker. Leave --concurrent out, and start workers with x worker --concurrency 8.",
  },
  {
    flag: "--concurrency",
    isGiven: ({ concurrency }) => concurrency !== undefined,
    why: "how many cells run at once is up to each worker. Leave --concurrency out, and start workers with x worker --concurrency 8.",
  },
  {
    flag: "--regrade",
    isGiven: ({ regrade }) => regrade !== undefined,
    why: "outputs are graded here, where no agent or pattern runs. Leave --on out, and say --store in its place where the run is kept in a database.",
  },
  {
    flag: "--verbose",
    isGiven: ({ verbose }) => verbose === true,
    why: "agents work on other machines. Leave --verbose out; x show has the transcript of every run.",
  },
];
