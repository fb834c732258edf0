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
