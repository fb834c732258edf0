import { closeSync, mkdirSync, openSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { FlowError } from "@flow-state-dev/core";

/** A file that cannot be written; found before anything is spent. */
class OutputFileError extends FlowError {
  override readonly name = "OutputFileError";

  constructor(file: string, problem: string, flag = "--output") {
    super(`${flag} ${file} cannot be written: ${problem}.`, { code: "output-file", details: { file } });
  }
}

/**
 * Makes the folder of a file that is to be written later, and finds out whether it can be: it must be none of `inputs`.
 * Throws `OutputFileError`.
 */
export function prepareOutput(
  file: string,
  folder: string,
  flag = "--output",
  inputs: readonly string[] = [],
): string {
  const path = resolve(folder, file);
  try {
    if (inputs.some((input) => isSame(resolve(folder, input), path)))
      throw new OutputFileError(file, "it is what is to be run; name another file", flag);
    makeFolder(dirname(path));
    const there = statSync(path, { throwIfNoEntry: false });
    if (there?.isDirectory()) throw new OutputFileError(file, "there is a folder of that name", flag);
    // Only trying tells: there are folders that may be written, but hold no files.
    closeSync(openSync(path, "a"));
    // Another process may try the same file at the same moment.
    if (!there) rmSync(path, { force: true });
  } catch (error) {
    if (error instanceof OutputFileError) throw error;
    throw new OutputFileError(file, (error as Error).message.split(",", 1)[0]!, flag);
  }
  return path;
}

/** Writes a text, with a line break at its end. */
export function writeOutput(path: string, text: string): void {
  writeFileSync(path, text.endsWith("\n") ? text : `${text}\n`);
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return one === other || (a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino);
}

/** One level after the other: on some file systems Node's own way does not come to an end. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
