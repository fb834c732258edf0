import { FlowError } from "@flow-state-dev/core";
import type { JsonObject } from "@flow-state-dev/records";

/** What a worker must know to work on a run. Holds no address and no key: those are the worker's own. */
export interface RunSpec {
  format: 1;
  command: "bench" | "compare";
  /** Content hash of the project it is run in. */
  project: string;
  /** The folder the command was given in, relative to the project; empty when that is the project itself. */
  folder: string;
  /** The suite or benchmark, relative to that folder. */
  file: string;
  /** Flags of the command that shape its cells. */
  flags: JsonObject;
  /** What all workers together may spend, in US dollars; null when nothing limits it. */
  budgetUsd: number | null;
  /** The lanes of its queue, and what a worker must offer for each. */
  lanes: Readonly<Record<string, readonly string[]>>;
  /** On what kind of server its queue lies. */
  queue: "postgres" | "redis";
}

/** A run that was given out by a version of this program that does it in another way. */
export class RunSpecError extends FlowError {
  override readonly name = "RunSpecError";

  constructor(format: unknown) {
    super(
      `The run was given out in format ${String(format)}, and this worker knows format 1. Run the same version of x on all machines.`,
      { code: "run-spec", details: { format } },
    );
  }
}

/** What the planner wrote. Throws a `RunSpecError` for a format that this version does not know. */
export function readRunSpec(spec: JsonObject): RunSpec {
  if (spec.format !== 1) throw new RunSpecError(spec.format);
  return spec as unknown as RunSpec;
}
