import { mkdtempSync, rmdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isOfRecords, isSame, isWithin, OutputFileError, prepareOutput, realPath } from "./output-file.ts";

/** What a command is asked to write, as it was typed. */
export interface OutputFlags {
  output?: string | undefined;
  junit?: string | undefined;
  /** A folder. */
  keep?: string | undefined;
}

/**
 * Finds out whether all that is to be written later can be, each in a place of its own and none in that of `inputs`.
 * Tells the paths of the files. Throws `OutputFileError`.
 */
export function prepareOutputs(
  { output, junit, keep }: OutputFlags,
  folder: string,
  inputs: readonly string[] = [],
): { output: string | undefined; junit: string | undefined } {
  if (output !== undefined && junit !== undefined) checkApart(output, junit, folder);
  for (const [flag, file] of Object.entries({ "--output": output, "--junit": junit }))
    if (file !== undefined && keep !== undefined && isBelow(file, keep, folder))
      throw new OutputFileError(file, "it is in the folder of --keep; name a file elsewhere", flag);
  const paths = {
    output: output === undefined ? undefined : prepareOutput(output, folder, "--output", inputs),
    junit: junit === undefined ? undefined : prepareOutput(junit, folder, "--junit", inputs),
  };
  if (paths.output !== undefined && paths.junit !== undefined && isSame(paths.output, paths.junit))
    throw new OutputFileError(junit!, "--output names it too; name another file", "--junit");
  if (keep === undefined) return paths;
  const kept = resolve(folder, keep);
  if (isOfRecords(kept, folder))
    throw new OutputFileError(keep, "it is in the folder of the records; name another", "--keep");
  for (const [name, path] of Object.entries(paths)) {
    if (path !== undefined && isWithin(kept, path))
      throw new OutputFileError(keep, `--${name} is to be a file there; name another folder`, "--keep");
  }
  checkFolder(kept, keep, "--keep");
  return paths;
}

/** Is a file to be in a folder, by whatever name? */
function isBelow(file: string, above: string, folder: string): boolean {
  const [path, at] = [realPath(resolve(folder, file)), realPath(resolve(folder, above))];
  return path !== at && isWithin(path, at);
}

/** Neither may be to be a folder for the other. */
function checkApart(output: string, junit: string, folder: string): void {
  const [one, other] = [resolve(folder, output), resolve(folder, junit)];
  if (one === other) return;
  if (isWithin(other, one))
    throw new OutputFileError(junit, "--output is to be a file there; name another file", "--junit");
  if (isWithin(one, other))
    throw new OutputFileError(output, "--junit is to be a file there; name another file", "--output");
}

/**
 * A folder that is to be made later: what is there of the way to it must be a folder in which others can be made, which
 * rights alone do not tell. Where none can be, such as below /proc, Node's own way to make all of them never ends.
 */
function checkFolder(path: string, typed: string, flag: string): void {
  let at = path;
  let there = statSync(at, { throwIfNoEntry: false });
  while (!there && dirname(at) !== at) {
    at = dirname(at);
    there = statSync(at, { throwIfNoEntry: false });
  }
  if (!there?.isDirectory()) throw new OutputFileError(typed, `${at} is a file, not a folder`, flag);
  try {
    rmdirSync(mkdtempSync(join(at, ".x-")));
  } catch (error) {
    throw new OutputFileError(typed, (error as Error).message.split(",", 1)[0]!, flag);
  }
}
