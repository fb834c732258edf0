import type { Expectation } from "../expect/expectation.ts";
import type { Position } from "./position.ts";
import type { WorkspaceSource } from "./workspace-source.ts";

/** An expectation as the suite has it. */
export interface CaseExpectation {
  expectation: Expectation;
  /** The string itself. */
  source: string;
  /** Where it stands in the suite file. */
  position: Position;
}

/** A path beside the suite. */
export interface SuitePath {
  /** As the suite has it, relative to the suite file. */
  path: string;
  absolute: string;
}

/** The reference of a case: a folder laid over the workspace, a patch, or a script to run in it. */
export interface Solution extends SuitePath {
  kind: "folder" | "patch" | "script";
}

/** What an agent may reach: nothing, models only, everything. */
export type NetworkAccess = "none" | "gateway" | "full";

/** A case with all defaults applied and everything of the suite merged in. */
export interface SuiteCase {
  /** Unique in its suite; fit for a file name. */
  id: string;
  prompt: string;
  /** At least one; all must pass, evaluated in this order. */
  expect: readonly CaseExpectation[];
  /** US dollars. */
  budget: number;
  /** Seconds. */
  timeout: number;
  /** Null: whoever runs the suite chooses. */
  model: string | null;
  workspace: WorkspaceSource;
  /** Shell commands in order, those of the suite first. */
  setup: readonly string[];
  /** Checked workspace paths, sorted; those of the case win. */
  files: readonly { path: string; text: string }[];
  hidden: SuitePath | null;
  protect: readonly string[];
  solution: Solution | null;
  /** Null: whoever runs the suite chooses. */
  agent: string | null;
  runs: number;
  tags: readonly string[];
  /** What verdicts and intervals count; absent for a case that is alone. */
  family?: string;
  /** Names of environment variables that are passed through. */
  env: readonly string[];
  network: NetworkAccess;
}

/** Something the reader of results must know about the suite. */
export interface SuiteNotice {
  kind: "default-budget" | "default-timeout";
  /** US dollars, or seconds. */
  value: number;
  /** Ids of the cases it holds for. */
  cases: readonly string[];
  /** The same for people. */
  message: string;
}

/** When a run of a suite counts as failed beside its cases. Null: nothing is asked for. */
export interface SuiteGate {
  /** A drop of the pass rate within this does not matter; null: the default of whoever holds the gate. */
  margin: number | null;
  /** What fails beside an earlier run: a drop that is shown, or already one that cannot be ruled out. */
  failOn: "regression" | "doubt" | null;
  /** US dollars, and seconds, of a run of a case on average. */
  maxCost: number | null;
  maxTime: number | null;
  /** Share of runs that must have a result, 0 to 1. */
  minCoverage: number | null;
}

/** A suite that was checked: nothing in it is left to be found wrong but what only running it can show. */
export interface Suite {
  /** The file as it was named. */
  file: string;
  /** Absolute path of the folder of the file; paths of the suite are relative to it. */
  folder: string;
  name: string;
  description: string | null;
  model: string | null;
  /** At least one. */
  cases: readonly SuiteCase[];
  notices: readonly SuiteNotice[];
  gate: SuiteGate;
}
