import { createWriteStream, rmSync, statSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FlowError } from "@flow-state-dev/core";
import { systemReason } from "./system-reason.ts";

/** A file that could not be written to its end, such as for want of room. Nothing of it is left. */
class OutputLostError extends FlowError {
  override readonly name = "OutputLostError";

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(
      `${path} could not be written: ${problem}. No half of it is left; make room there, or name a file elsewhere.`,
      { code: "output-lost", details: { path }, ...options },
    );
  }
}

/** Writes a text to a file, whole or not at all. Throws `OutputLostError`. */
export function writeWhole(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw lost(path, error);
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
function lost(path: string, error: unknown): unknown {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) rmSync(path, { force: true });
  const reason = systemReason(error);
  return reason === null ? error : new OutputLostError(path, reason, { cause: error });
}
