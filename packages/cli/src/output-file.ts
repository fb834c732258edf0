import { accessSync, constants, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { FlowError } from "@flow-state-dev/core";

/** A file that cannot be written; found before anything is spent. */
export class OutputFileError extends FlowError {
  override readonly name = "OutputFileError";

  constructor(file: string, problem: string) {
    super(`--output ${file} cannot be written: ${problem}.`, { code: "output-file", details: { file } });
  }
}

/** Makes the folder of a file that is to be written later, and finds out whether it can be. Throws `OutputFileError`. */
export function prepareOutput(file: string, folder: string): string {
  const path = resolve(folder, file);
  try {
    makeFolder(dirname(path));
    const there = statSync(path, { throwIfNoEntry: false });
    if (there?.isDirectory()) throw new OutputFileError(file, "there is a folder of that name");
    accessSync(there ? path : dirname(path), constants.W_OK);
  } catch (error) {
    if (error instanceof OutputFileError) throw error;
    throw new OutputFileError(file, (error as Error).message.split(",", 1)[0]!);
  }
  return path;
}

/** Writes a text, with a line break at its end. */
export function writeOutput(path: string, text: string): void {
  writeFileSync(path, text.endsWith("\n") ? text : `${text}\n`);
}

/** One level after the other: on some file systems Node's own way does not come to an end. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path);
}
