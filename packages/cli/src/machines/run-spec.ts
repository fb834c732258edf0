import { isAbsolute, join, normalize } from "node:path";
import { FlowError, type PriceOverrides } from "@flow-state-dev/core";
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
  /** Prices of the planner's own, by model; null when it has none. Absent in runs of earlier versions. */
  prices?: PriceOverrides | null;
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

/** A run whose project would be looked for elsewhere than among the projects of the worker. */
export class StrayRunSpecError extends FlowError {
  override readonly name = "StrayRunSpecError";

  constructor(field: string) {
    super(
      `The run that was given out has a ${field} that leads out of its project. Give it out again, and look who else can write to the database.`,
      { code: "run-spec-strays", details: { field } },
    );
  }
}

/**
 * What the planner wrote. Throws a `RunSpecError` for a format that this version does not know, and a
 * `StrayRunSpecError` for paths that lead out of the project.
 */
export function readRunSpec(spec: JsonObject): RunSpec {
  if (spec.format !== 1) throw new RunSpecError(spec.format);
  const { project, folder, file } = spec;
  if (typeof project !== "string" || !/^[0-9a-f]{40}$/.test(project)) throw new StrayRunSpecError("project");
  if (!staysInside(folder, "")) throw new StrayRunSpecError("folder");
  if (!staysInside(folder, file)) throw new StrayRunSpecError("file");
  return spec as unknown as RunSpec;
}

function staysInside(folder: unknown, file: unknown): boolean {
  if (typeof folder !== "string" || typeof file !== "string" || isAbsolute(folder) || isAbsolute(file))
    return false;
  return !/^\.\.(?:[/\\]|$)/.test(normalize(join(folder, file)));
}
