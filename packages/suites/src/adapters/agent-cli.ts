import type { ModelPrice } from "@flow-state-dev/core";
import type { WireName } from "../gateway/wires/wire-name.ts";
import type { OutputReader, TellStream } from "./output-reader.ts";

/** What a command line of an agent is made from. All paths are those inside the sandbox. */
export interface LaunchFacts {
  /** Path of the program; null for agents that are a line of the user's. */
  program: string | null;
  prompt: string;
  /** The model's name on the wire. */
  model: string;
  wire: WireName;
  /** The address of the gateway on that wire, as in `ModelAccess`. */
  url: string;
  /** Worth nothing but to the gateway. */
  key: string;
  price: ModelPrice | null;
  /** A folder of this run alone. */
  home: string;
  workspace: string;
  /** A file for what an agent does not say on stdout; outside of its home. */
  reportFile: string;
  /** Will it run as root? Some agents then refuse to work without asking. */
  root: boolean;
  /** Model calls it may make; null: as many as it wants. */
  turns: number | null;
  /** US dollars that the agent itself is to stop at, when it can; null when a gateway sees to that. */
  budgetUsd: number | null;
}

/** A command line of an agent, ready to be run in the workspace. */
export interface Launch {
  /** Program and arguments, not yet quoted. */
  argv: readonly string[];
  /** Variables besides those of the sandbox and HOME. */
  env: Readonly<Record<string, string>>;
  /** Written before the start: path in the home folder, text. */
  files?: Readonly<Record<string, string>>;
  /** Given on stdin, which is then closed; nothing when absent. */
  stdin?: string;
}

/** Where a program comes from. */
export interface NpmPackage {
  name: string;
  /** The release that this adapter was tried with. Named, since npm under an old Node silently takes an older one. */
  version: string;
  /** What the program of that release says of itself, where it has a number of its own. */
  says?: string;
}

/** The version that the program tells which an adapter was tried with; null when npm does not have it. */
export function triedVersion({ npm }: Pick<AgentCli, "npm">): string | null {
  return npm && (npm.says ?? npm.version);
}

/** What is known of one agent: how it is got, started, stopped and understood. Data and small functions. */
export interface AgentCli {
  /** As users name it, such as `claude-code`. */
  readonly name: string;
  /** As its makers call it. */
  readonly title: string;
  /** The name of its program; null when the user gives the line. */
  readonly program: string | null;
  /** What a line of the user's starts, when that is a plain name: it must be found in PATH inside the sandbox. */
  readonly starts?: string | null;
  readonly npm: NpmPackage | null;
  /** When it is known beforehand; else the program is asked. */
  readonly version?: string;
  /** The variable in which its users keep their key; null when there is no such one. */
  readonly keyVariable: string | null;
  /** What it can be told to speak, best first. */
  readonly wires: readonly [WireName, ...WireName[]];
  /**
   * The signal that it ends cleanly on. It goes to its whole process group, some seconds before all of it is killed.
   */
  readonly stopSignal: "INT" | "TERM";
  /** How a run can differ in figures or work from what its users see; goes into the result as it is. */
  readonly caveats?: readonly string[];
  launch(facts: LaunchFacts): Launch;
  /** A reader for the output of one run. */
  read(tell: TellStream, facts: Pick<LaunchFacts, "price" | "prompt">): OutputReader;
}
