import { createWriteStream, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FlowError } from "@flow-state-dev/core";
import { systemReason } from "../text/system-reason.ts";
import { beginFile, type HalfFile } from "./half-file.ts";
import { holdPipe } from "./hold-pipe.ts";

/** What the system calls a want of room: of the disk, of a quota, of the largest file there may be. */
const wantOfRoom: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** A file that could not be written to its end, such as for want of room. What stood there before still does. */
class OutputLostError extends FlowError {
  override readonly name = "OutputLostError";

  constructor(path: string, problem: string, { kept = "", ...options }: ErrorOptions & { kept?: string }) {
    const more = kept === "" ? "" : ` ${kept}`;
    const isFull = wantOfRoom.has((options.cause as NodeJS.ErrnoException | undefined)?.code);
    super(
      `${path} could not be written: ${problem}. No half of it is left; ${isFull ? "make room there" : "set that right"}, or name a file elsewhere.${more}`,
      { code: "output-lost", details: { path }, ...options },
    );
  }
}

/** What to do about the output of a run that could not be written. */
export const keptRun =
  "What was run is kept: the same command with --resume writes it and runs nothing twice.";

/**
 * Writes a text to a file, whole or not at all, whoever is killed meanwhile. Throws `OutputLostError`, which ends with
 * what of it is `kept`.
 */
export function writeWhole(path: string, text: string, kept?: string): void {
  const file = beginFile(path);
  try {
    using _pipe = holdPipe(file.at);
    writeFileSync(file.at, text, { flush: file.at !== path });
    file.keep();
  } catch (error) {
    throw lost(path, file, error, kept);
  }
}

/** Writes pieces of text to a file one after the other, as `writeWhole` does. Throws `OutputLostError`. */
export async function streamWhole(
  path: string,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const file = beginFile(path);
  // One that was dropped before it could be opened is not made anew.
  const how = file.at === path ? {} : { flags: "r+", flush: true };
  using _signals = droppedBySignals(file);
  try {
    using _pipe = holdPipe(file.at);
    await pipeline(Readable.from(pieces), createWriteStream(file.at, how));
    file.keep();
  } catch (error) {
    throw lost(path, file, error);
  }
}

/** A process that nothing else keeps from ending by a signal leaves no half file behind either. */
function droppedBySignals(file: HalfFile): Disposable {
  const signals = (["SIGINT", "SIGTERM", "SIGHUP"] as const).filter((name) => !process.listenerCount(name));
  const stop = () => {
    for (const name of signals) process.off(name, onSignal);
  };
  const onSignal = (name: NodeJS.Signals) => {
    stop();
    file.drop();
    process.kill(process.pid, name);
  };
  for (const name of signals) process.on(name, onSignal);
  return { [Symbol.dispose]: stop };
}

/**
 * What is to be thrown, the half file removed; an error of the pieces themselves stays what it is. A file that could
 * not even be opened where it stands is whole, and stays.
 */
function lost(path: string, file: HalfFile, error: unknown, kept?: string): unknown {
  const isUntouched = file.at === path && (error as NodeJS.ErrnoException).syscall === "open";
  if (!isUntouched) file.drop();
  const reason = systemReason(error);
  return reason === null ? error : new OutputLostError(path, reason, { cause: error, ...(kept && { kept }) });
}
