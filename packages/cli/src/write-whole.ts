import { createWriteStream, rmSync, statSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FlowError } from "@flow-state-dev/core";
import { systemReason } from "./system-reason.ts";

/** A file that could not be written to its end, such as for want of room. Nothing of it is left. */
class OutputLostError extends FlowError {
  override readonly name = "OutputLostError";

  constructor(path: string, problem: string, { kept = "", ...options }: ErrorOptions & { kept?: string }) {
    const more = kept === "" ? "" : ` ${kept}`;
    super(
      `${path} could not be written: ${problem}. No half of it is left; make room there, or name a file elsewhere.${more}`,
      { code: "output-lost", details: { path }, ...options },
    );
  }
}

/** What to do about the output of a run that could not be written. */
export const keptRun =
  "What was run is kept: the same command with --resume writes it and runs nothing twice.";

/** Writes a text to a file, whole or not at all. Throws `OutputLostError`, which ends with what of it is `kept`. */
export function writeWhole(path: string, text: string, kept?: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw lost(path, error, kept);
  }
}

/** Writes pieces of text to a file one after the other, whole or not at all. Throws `OutputLostError`. */
export async function streamWhole(
  path: string,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), createWriteStream(path));
  } catch (error) {
    throw lost(path, error);
  }
}

/** What is to be thrown, the half file removed; an error of the pieces themselves stays what it is. */
function lost(path: string, error: unknown, kept?: string): unknown {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) rmSync(path, { force: true });
  const reason = systemReason(error);
  return reason === null ? error : new OutputLostError(path, reason, { cause: error, ...(kept && { kept }) });
}
