import { constants, type Dirent } from "node:fs";
import { chmod, copyFile, lstat, mkdir, readdir, readlink, symlink, utimes } from "node:fs/promises";
import { likeFolder } from "./like-folder.ts";
import { goOnPreparing, PreparingStoppedError } from "./preparing.ts";
import { complaintOf, runTool } from "./run-tool.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** What is copied. */
export interface CopyOptions {
  /** Names of entries at the top. */
  leaveOut?: readonly string[];
  /** Owners, devices and extended attributes too: the layers of overlays need them. */
  keepEverything?: boolean;
  /** Leave out what lies so deep that no program can name it, which is how an agent could stop a copy. */
  withoutTooDeep?: boolean;
  /** Ends it soon, with a `PreparingStoppedError` and half of the files there. */
  signal?: AbortSignal | undefined;
}

const atOnce = 200;

/**
 * Copies what is in a folder into another, which is made: links as links, modes and times kept, blocks shared where
 * the file system can, never hard links. Files belong to whoever copies.
 */
export async function copyTree(from: string, to: string, options: CopyOptions = {}): Promise<void> {
  await mkdir(to, { recursive: true });
  if (options.keepEverything || (await hasGnuCp())) await copyByTool(from, to, options);
  else await copyByHand(from, to, options);
  await likeFolder(from, to);
}

let gnuCp: Promise<boolean> | undefined;
/** Not every Linux has it: that of BusyBox, as in Alpine, knows few of its options, and not even how to tell its version. */
function hasGnuCp(): Promise<boolean> {
  gnuCp ??=
    process.platform === "linux"
      ? runTool(["cp", "--version"]).then(({ code }) => code === 0)
      : Promise.resolve(false);
  return gnuCp;
}

async function copyByTool(from: string, to: string, options: CopyOptions): Promise<void> {
  const how = options.keepEverything
    ? ["-a", "--reflink=auto"]
    : ["-R", "-P", "--preserve=mode,timestamps", "--reflink=auto"];
  const copy = ["cp", ...how, "--target-directory", to, "--"] as const;
  for (const argv of await copyLines(from, copy, options.leaveOut ?? [])) {
    const exit = await runTool(argv, { cwd: from, signal: options.signal });
    goOnPreparing(options);
    const onlyTooDeep = exit.stderr.text
      .trim()
      .split("\n")
      .every((line) => line.endsWith("File name too long"));
    if (exit.code !== 0 && !(options.withoutTooDeep && onlyTooDeep && exit.reason === undefined)) {
      throw notCopied(from, complaintOf(exit));
    }
  }
}

function notCopied(from: string, why: string, cause?: unknown): WorkspaceError {
  return new WorkspaceError(
    `The files in ${from} could not be copied`,
    why,
    "Make them readable, or choose another workspace: a git repository with #HEAD is taken as it is committed.",
    cause,
  );
}

/** The commands that copy what is in a folder, so many names each as a command line takes. */
async function copyLines(
  from: string,
  copy: readonly [string, ...string[]],
  leaveOut: readonly string[],
): Promise<(readonly [string, ...string[]])[]> {
  if (leaveOut.length === 0) return [[...copy, "."]];
  const names = (await readdir(from)).filter((name) => !leaveOut.includes(name));
  // A name that is no UTF-8 cannot stand on a command line of ours.
  if (names.some((name) => name.includes("\ufffd"))) {
    const others = leaveOut.flatMap((name) => ["!", "-name", name]);
    return [["find", ".", "-mindepth", "1", "-maxdepth", "1", ...others, "-exec", ...copy, "{}", "+"]];
  }
  const lines: (readonly [string, ...string[]])[] = [];
  for (let start = 0; start < names.length; start += atOnce)
    lines.push([...copy, ...names.slice(start, start + atOnce).map((name) => `./${name}`)]);
  return lines;
}

/** The slow way, where there is no GNU cp. */
async function copyByHand(from: string, to: string, options: CopyOptions): Promise<void> {
  try {
    await copyEntries(Buffer.from(from), Buffer.from(to), options);
  } catch (error) {
    if (error instanceof PreparingStoppedError) throw error;
    throw notCopied(from, (error as Error).message, error);
  }
}

/** By the bytes of their names, which need not be text. */
async function copyEntries(from: Buffer, to: Buffer, options: CopyOptions): Promise<void> {
  const { leaveOut = [], ...within } = options;
  for (const entry of await readdir(from, { withFileTypes: true, encoding: "buffer" })) {
    goOnPreparing(options);
    if (leaveOut.includes(entry.name.toString())) continue;
    try {
      await copyEntry(entry, below(from, entry.name), below(to, entry.name), within);
    } catch (error) {
      const isTooDeep = (error as NodeJS.ErrnoException).code === "ENAMETOOLONG";
      if (!isTooDeep || !options.withoutTooDeep) throw error;
    }
  }
}

async function copyEntry(
  entry: Dirent<Buffer>,
  source: Buffer,
  target: Buffer,
  options: CopyOptions,
): Promise<void> {
  if (entry.isSymbolicLink()) return symlink(await readlink(source, "buffer"), target);
  if (entry.isDirectory()) {
    await mkdir(target);
    await copyEntries(source, target, options);
  } else if (entry.isFile()) await copyFile(source, target, constants.COPYFILE_FICLONE);
  else return;
  const facts = await lstat(source);
  await chmod(target, facts.mode & 0o7777);
  await utimes(target, facts.atime, facts.mtime);
}

const slash = Buffer.from("/");

function below(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, slash, name]);
}
