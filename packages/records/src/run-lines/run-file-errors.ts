import { excerpt } from "../errors/excerpt.ts";
import { RecordsError } from "../errors/records-error.ts";

/** A problem may quote the file; so much of it is shown. */
const shownCharacters = 200;

/** A line of a run's JSON form is not what it should be. Nothing was imported. */
export class MalformedLineError extends RecordsError {
  override readonly name = "MalformedLineError";
  /** From 1. */
  readonly line: number;

  constructor(line: number, problem: string) {
    super(
      "run-file-malformed",
      `Line ${line} ${excerpt(problem, shownCharacters)}; nothing was imported. Export the run again, or mend the line.`,
    );
    this.line = line;
  }
}

/** The JSON form of a run ends before its end. Nothing was imported. */
export class TruncatedRunError extends RecordsError {
  override readonly name = "TruncatedRunError";

  constructor(lines: number) {
    super(
      "run-file-truncated",
      `The run is cut off: it ends at line ${lines} without its totals; nothing was imported. Get the whole of it.`,
    );
  }
}

/** The JSON form is of a version that is not known here. Nothing was imported. */
export class NewerRunFormatError extends RecordsError {
  override readonly name = "NewerRunFormatError";

  constructor(found: number, known: number) {
    super(
      "run-file-too-new",
      `The run is in version ${found} of its format and this software knows up to ${known}; nothing was imported. ` +
        "Update this software.",
    );
  }
}

/**
 * The run that is here and the one of the file tell two things of one. `what` is its name; null when the run is not
 * here.
 */
export class RunConflictError extends RecordsError {
  override readonly name = "RunConflictError";

  constructor(runId: string, what: string | null) {
    const shown = excerpt(runId, shownCharacters);
    super(
      "run-conflict",
      what === null
        ? `Run ${shown} is not in this store, so that nothing can be added to it. Import it.`
        : `Run ${shown} is in this store, and the file tells otherwise of ${excerpt(what, shownCharacters)}: both were gone on ` +
            "with. Nothing was imported; to have both, import the file into other records: in another folder, or under another X_STORE.",
    );
  }
}

/** The run is being worked on here, so that what a file says cannot be added to it. */
export class RunBusyError extends RecordsError {
  override readonly name = "RunBusyError";

  constructor(runId: string) {
    super(
      "run-busy",
      `Run ${excerpt(runId, shownCharacters)} is being worked on in this store; nothing was imported. Import it when that has ended.`,
    );
  }
}
