import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { lstat, mkdir, mkdtemp, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { FlowError, isMakerGone, makerMark } from "@flow-state-dev/core";
import type { PackageStore } from "@flow-state-dev/records";
import { packageLine, removeTree } from "@flow-state-dev/suites";
import { keyFilesOf } from "./key-files.ts";
import { type LeftOut, projectHash } from "./project-hash.ts";

/** A project that cannot be packed or unpacked. */
export class ProjectPackageError extends FlowError {
  override readonly name = "ProjectPackageError";

  constructor(problem: string) {
    super(problem, { code: "project-package" });
  }
}

/** Records and packages of our own never travel. */
const always = [".x"];

/** What is left out of the project of a benchmark: its workers have their own dependencies. */
export const benchmarkLeavesOut: LeftOut = new Set([...always, "node_modules", ".git"]);
/** The project of a suite travels as it stands, installed dependencies and history included. */
export const suiteLeavesOut: LeftOut = new Set(always);

/** A project in the database. */
export interface SentProject {
  /** Its content hash, without what was left at home; of one that changed while it was packed, a name of its own. */
  hash: string;
  /** Files that look like they hold keys, by relative paths: they are not in the package. */
  leftAtHome: string[];
}

/** Packs a project, unless one of the same content is there already; old ones go away. Files with keys stay at home. */
export async function sendProject(
  root: string,
  leftOut: LeftOut,
  packages: PackageStore,
): Promise<SentProject> {
  const leftAtHome = keyFilesOf(root, leftOut);
  const hash = await projectHash(root, leftOut, leftAtHome);
  const isThere = await packages.has(hash);
  await packages.forgetUnused();
  if (isThere) return { hash, leftAtHome };
  const pack = async (name: string, atHome: readonly string[], check: () => Promise<void>) => {
    const top = atHome.length > 0 ? await topOfPatterns() : "";
    const files = atHome.map((path) => `${top}${asPattern(path)}`);
    const excluded = [...leftOut, ...files].map((each) => `--exclude=${each}`);
    const tar = startTar(["-c", "-C", root, ...excluded, "-f", "-", "."], { changing: true });
    // What must not be kept as the project, such as what a tar that failed has written, ends with an error.
    const whole = async function* (written: AsyncIterable<Uint8Array>) {
      yield* written;
      await tar.done;
      await check();
    };
    const keep = (packed: AsyncIterable<Uint8Array>) => packages.keep(name, packed);
    await Promise.all([pipeline(tar.process.stdout!, whole, createZstdCompress(), keep), tar.done]);
  };
  try {
    await pack(hash, leftAtHome, async () => {
      if ((await projectHash(root, leftOut, leftAtHome)) !== hash) throw new ChangedMeanwhileError();
    });
    return { hash, leftAtHome };
  } catch (error) {
    if (!(error instanceof ChangedMeanwhileError)) throw error;
  }
  // Somebody works on it: what is packed now is for this run alone.
  const sent = { hash: randomBytes(20).toString("hex"), leftAtHome: keyFilesOf(root, leftOut) };
  await pack(sent.hash, sent.leftAtHome, async () => {});
  return sent;
}

/** Files of a project are not any more what its hash was made of. */
class ChangedMeanwhileError extends Error {}

/** What makes the tar of macOS take a pattern from the top, as others do: a file of this name deeper down is another. */
async function topOfPatterns(): Promise<string> {
  const { stdout } = await promisify(execFile)("tar", ["--version"]).catch(() => ({ stdout: "" }));
  return stdout.startsWith("bsdtar") ? "^" : "";
}

/** A path as tar excludes it: from the top, and to the letter. */
function asPattern(path: string): string {
  return `./${path.replace(/[\\*?[\]]/g, "\\$&")}`;
}

/**
 * The folder of a project by its content hash, in `folder`: unpacked once, whole or not at all. What workers that were
 * killed meanwhile left of others goes away.
 */
export async function fetchProject(hash: string, folder: string, packages: PackageStore): Promise<string> {
  const place = join(folder, hash);
  if (existsSync(place)) return place;
  const content = await packages.read(hash);
  if (content === null)
    throw new ProjectPackageError(
      `The project ${hash.slice(0, 8)} is not in the database any more. Give the run out again: the same command with --resume.`,
    );
  await mkdir(folder, { recursive: true });
  await removeLeftovers(folder);
  const unpacking = await mkdtemp(join(folder, `${unpackingName}${makerMark}-`));
  try {
    const tar = startTar(["-x", "--no-same-owner", "-C", unpacking, "-f", "-"]);
    const input = tar.process.stdin as Writable;
    const fed = pipeline(Readable.from(content), createZstdDecompress(), input).catch(unlessDone);
    await Promise.all([fed, tar.done]);
    await rename(unpacking, place).catch((error: NodeJS.ErrnoException) => {
      // Another worker on this machine was faster.
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  } finally {
    await removeTree(unpacking);
  }
  return place;
}

const unpackingName = "unpacking-";
/** Nobody unpacks for so long. */
const longAgoMs = 24 * 3600_000;

/** What cannot be removed is left to the next. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(unpackingName)) continue;
    const mark = name.slice(unpackingName.length, name.lastIndexOf("-"));
    const path = join(folder, name);
    // Of the workers of other machines, and of containers that are gone, only the age tells.
    const isOld = async () => Date.now() - (await lstat(path)).ctimeMs > longAgoMs;
    if (isMakerGone(mark) || (await isOld().catch(() => false))) await removeTree(path).catch(() => {});
  }
}

/**
 * Tar ends at the mark in the archive and leaves the padding behind it unread; its exit code says whether it had all.
 */
function unlessDone(error: NodeJS.ErrnoException): void {
  if (error.code !== "ERR_STREAM_PREMATURE_CLOSE" && error.code !== "EPIPE") throw error;
}

/**
 * With `changing` files may have changed while they were read: GNU tar then exits with 1, others after any error. That
 * of macOS is kept from packing attributes as files of their own (`._a.ts`), which are files of the project elsewhere.
 */
function startTar(args: readonly string[], { changing = false } = {}) {
  const env = { ...process.env, COPYFILE_DISABLE: "1" };
  const child = spawn("tar", args, { stdio: ["pipe", "pipe", "pipe"], env });
  let said = "";
  child.stderr.on("data", (text) => {
    said = `${said}${text}`.slice(-500);
  });
  const done = once(child, "close").then(([code]) => {
    if (code !== 0 && !(changing && code === 1)) throw new ProjectPackageError(`tar failed: ${said.trim()}`);
  }, notStarted);
  return { process: child, done };
}

function notStarted(error: NodeJS.ErrnoException): never {
  if (error.code !== "ENOENT") throw error;
  throw new ProjectPackageError(
    `tar is needed to send a project to workers and to unpack it there, and is not installed here: ${packageLine("tar")}.`,
  );
}
