import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { FlowError } from "@flow-state-dev/core";
import { dropHalves } from "./half-file.ts";
import { writeWhole } from "./write-whole.ts";

/** What cannot be written; found before anything is spent. */
export class OutputFileError extends FlowError {
  override readonly name = "OutputFileError";

  constructor(file: string, problem: string, flag = "--output") {
    super(`${flag} ${file} cannot be written: ${problem}.`, { code: "output-file", details: { file } });
  }
}

/**
 * Makes the folder of a file that is to be written later, and finds out whether it can be: it must be none of `inputs`
 * and nothing of the records. What an earlier process left of it is removed. Throws `OutputFileError`.
 */
export function prepareOutput(
  file: string,
  folder: string,
  flag = "--output",
  inputs: readonly string[] = [],
): string {
  const path = resolve(folder, file);
  if (file === "-")
    throw new OutputFileError(
      file,
      'it would be a file called "-", not stdout; name a file, or ./- for this one',
      flag,
    );
  if (isOfRecords(path, folder))
    throw new OutputFileError(file, "it is in the folder of the records; name a file elsewhere", flag);
  try {
    if (inputs.some((input) => isSame(resolve(folder, input), path)))
      throw new OutputFileError(file, "it is what is to be run; name another file", flag);
    makeFolder(dirname(path));
    const there = statSync(path, { throwIfNoEntry: false });
    if (there?.isDirectory()) throw new OutputFileError(file, "there is a folder of that name", flag);
    // Only trying tells: there are folders that may be written, but hold no files. A pipe would end for its reader.
    if (there?.isFIFO()) accessSync(path, constants.W_OK);
    else closeSync(openSync(path, "a"));
    // A link that led nowhere stays. Another process may try the same file at the same moment.
    if (!there) rmSync(realPath(path), { force: true });
    dropHalves(path);
  } catch (error) {
    if (error instanceof OutputFileError) throw error;
    throw new OutputFileError(file, (error as Error).message.split(",", 1)[0]!, flag);
  }
  return path;
}

/** Writes a text, with a line break at its end. Throws `OutputLostError`, which ends with what of it is `kept`. */
export function writeOutput(path: string, text: string, kept?: string): void {
  writeWhole(path, text.endsWith("\n") ? text : `${text}\n`, kept);
}

/** Is it the folder for the records of a run in `folder`, another one that has some, or in one of these? */
export function isOfRecords(path: string, folder: string): boolean {
  const own = realPath(join(folder, ".x"));
  const isOne = (at: string): boolean =>
    at === own ||
    (basename(at) === ".x" && statSync(join(at, "x.db"), { throwIfNoEntry: false }) !== undefined) ||
    (dirname(at) !== at && isOne(dirname(at)));
  return isOne(realPath(path));
}

/** Is a path another one, or below it? */
export function isWithin(path: string, above: string): boolean {
  return path === above || path.startsWith(above.endsWith(sep) ? above : `${above}${sep}`);
}

/** Where a path leads, as far as it is there already. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path));
  }
}

/** Do two paths lead to one file, there already or not? */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return (
    realPath(one) === realPath(other) ||
    (a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino)
  );
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
