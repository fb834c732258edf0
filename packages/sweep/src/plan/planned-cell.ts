import type { CellId } from "@flow-state-dev/records";
import { PlanError } from "./plan-error.ts";

/** A cell that is to be run: one subject (or agent) on one task (or case), one repetition. */
export interface PlannedCell extends CellId {
  /** Content hash of the task; a result for another content does not count. */
  taskHash: string;
  /** Whether its subject is the one the others are compared with. */
  baseline?: boolean;
  /** Whose limits it is under while it runs; several when subject and judge have different providers. */
  provider?: string | readonly string[];
  /** The most one attempt at it may spend, in US dollars. */
  limitUsd?: number;
  /** How long one attempt may work; what it waits for limits and retries does not count. */
  timeoutMs?: number;
}

/** How a cell is called in messages and in the books: `planner on task-3, run 1`. */
export function cellName({ subject, task, run }: CellId): string {
  return `${subject} on ${task}, run ${run + 1}`;
}

/** The limits and names that cells are planned with, wherever they come from. */
export type CellFacts = Pick<PlannedCell, "provider" | "limitUsd" | "timeoutMs">;

/** Refuses a name that is none; `of` says whose it is. Throws `PlanError`. */
export function checkName(name: unknown, of: string): void {
  if (typeof name === "string" && name !== "") return;
  throw new PlanError(`The name of ${of} is ${shown(name)}, and it has to be text`);
}

/** Refuses a content hash that is none. Throws `PlanError`. */
export function checkHash(hash: unknown, task: string): void {
  if (typeof hash === "string" && hash !== "") return;
  throw new PlanError(
    `The content hash of the task ${task} is ${shown(hash)}, and it has to be text, best by contentHash(task)`,
  );
}

/** Refuses limits and providers that cannot be kept to; `of` says whose they are. Throws `PlanError`. */
export function checkFacts({ provider, limitUsd, timeoutMs }: CellFacts, of: string): void {
  if (limitUsd !== undefined && !(Number.isFinite(limitUsd) && limitUsd >= 0)) {
    throw new PlanError(`limitUsd of ${of} is ${shown(limitUsd)}, and it has to be an amount of dollars`);
  }
  if (timeoutMs !== undefined && !(typeof timeoutMs === "number" && timeoutMs > 0)) {
    throw new PlanError(
      `timeoutMs of ${of} is ${shown(timeoutMs)}, and it has to be more than 0 milliseconds`,
    );
  }
  const names: unknown = typeof provider === "string" || provider === undefined ? [] : provider;
  if (!Array.isArray(names) || names.some((name) => typeof name !== "string")) {
    throw new PlanError(`provider of ${of} is ${shown(provider)}, and it has to be a name or several`);
  }
}

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 60));
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  return String(value);
}
