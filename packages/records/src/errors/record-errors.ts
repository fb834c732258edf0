import type { CellId } from "../cell.ts";
import { excerpt } from "./excerpt.ts";
import { RecordsError } from "./records-error.ts";

/** So much of an id or a value is shown. */
const shownCharacters = 100;

/** There is no run with this id. `isReference` when it was one to a run, where a whole id is wanted. */
export class UnknownRunError extends RecordsError {
  override readonly name = "UnknownRunError";

  constructor(runId: string, isReference = false) {
    const shown = excerpt(runId, shownCharacters);
    super(
      "unknown-run",
      isReference
        ? `"${shown}" is not the whole id of a run, which is wanted here. Take the \`id\` of what findRun("${shown}") gives.`
        : `There is no run ${shown} in this store. List the runs to see their ids.`,
    );
  }
}

/** The start of an id fits several runs. */
export class AmbiguousRunError extends RecordsError {
  override readonly name = "AmbiguousRunError";
  /** Ids of the runs that fit, newest first. */
  readonly candidates: readonly string[];

  constructor(reference: string, candidates: readonly string[]) {
    const shown = candidates.slice(0, 5).join(", ");
    const more = candidates.length > 5 ? ` and ${candidates.length - 5} more` : "";
    super(
      "ambiguous-run",
      `"${reference}" is the start of several runs: ${shown}${more}. Give more characters.`,
    );
    this.candidates = candidates;
  }
}

/** A run with this id is there already. */
export class RunExistsError extends RecordsError {
  override readonly name = "RunExistsError";

  constructor(runId: string) {
    const shown = excerpt(runId, shownCharacters);
    super("run-exists", `Run ${shown} is in this store already. Import it under a new id to have both.`);
  }
}

/** An import stood still for so long that another one took it for dead and removed what it had brought. */
export class ImportGivenUpError extends RecordsError {
  override readonly name = "ImportGivenUpError";

  constructor() {
    super(
      "import-given-up",
      "The import stood still for so long that what it had brought was removed as that of one that died. Import the run again.",
    );
  }
}

/** A claim or a sign of life of a worker that is not registered, or has been released. */
export class UnknownWorkerError extends RecordsError {
  override readonly name = "UnknownWorkerError";

  constructor(workerId: string) {
    super("unknown-worker", `Worker ${workerId} is not registered. Register it before it claims cells.`);
  }
}

/** A call was to be opened for an attempt that has ended, was given up as lost, or never was. */
export class AttemptNotRunningError extends RecordsError {
  override readonly name = "AttemptNotRunningError";

  constructor(cell: CellId, attempt: number) {
    super(
      "attempt-not-running",
      `Attempt ${attempt} of ${cell.subject} on ${cell.task}, run ${cell.run + 1}, is not under way any more. ` +
        "Stop working on it; claim the cell again if it is still wanted.",
    );
  }
}

/** A call with this id is under way in the run already. */
export class DuplicateCallError extends RecordsError {
  override readonly name = "DuplicateCallError";

  constructor(callId: string) {
    super("duplicate-call", `Call ${callId} is open in this run already. Give every call an id of its own.`);
  }
}

/** A charge came for a call that was never opened, so that the books cannot be right. */
export class UnknownCallError extends RecordsError {
  override readonly name = "UnknownCallError";

  constructor(callId: string) {
    super(
      "unknown-call",
      `Call ${callId} was charged but never opened in this run. Open every call before it goes out.`,
    );
  }
}

/** Two calls of an imported run have one id. */
export function callGivenTwice(): InvalidRecordError {
  return new InvalidRecordError("The id of a call", "given twice", "each call of a run an id of its own");
}

/** A value that cannot be stored without changing its meaning. */
export class InvalidRecordError extends RecordsError {
  override readonly name = "InvalidRecordError";

  constructor(what: string, found: unknown, wanted: string) {
    super("invalid-record", `${what} is ${excerpt(String(found), shownCharacters)}. Give ${wanted}.`);
  }
}
