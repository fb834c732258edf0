import { join, posix } from "node:path";
import { applyBinary, applyHunks, type Patch, type PatchedFile } from "@flow-state-dev/suites";
import { pathProblem } from "./path-problem.ts";
import { blobHash, factsOf, type RealFile, realFile } from "./real-file.ts";

/** A reason not to apply a patch. */
export interface Conflict {
  path: string;
  /** Without a full stop. */
  why: string;
}

/** What is to stand at a path in the end; null is nothing. */
export interface FileChange {
  path: string;
  before: RealFile | null;
  after: { mode: string; bytes: Buffer } | null;
}

/** What a patch comes to in a folder: all changes, or every reason against them. Nothing is written. */
export type CheckedPatch = { ok: true; changes: FileChange[] } | { ok: false; conflicts: Conflict[] };

/**
 * Holds a patch against a folder. It fits only when every file is as the patch found it, and was not touched since
 * `since`: what an agent made of an older state must not take the place of newer work.
 */
export function checkPatch({ files }: Patch, folder: string, since: Date): CheckedPatch {
  const changes = new Map<string, FileChange>();
  const conflicts: Conflict[] = [];
  for (const file of files) {
    const { path } = file;
    const earlier = changes.get(path);
    try {
      const before = earlier ? earlier.before : presentFile(file, folder, since);
      const current = earlier ? earlier.after : before;
      changes.set(path, { path, before, after: contentAfter(file, current) });
    } catch (error) {
      if (!(error instanceof DoesNotFit || error instanceof RangeError)) throw error;
      conflicts.push({
        path,
        why: error instanceof DoesNotFit ? error.message : "the patch does not fit it",
      });
    }
  }
  const all = [...changes.values()];
  conflicts.push(...all.flatMap((change) => placeConflicts(change, folder, changes)));
  return conflicts.length > 0 ? { ok: false, conflicts } : { ok: true, changes: all };
}

class DoesNotFit extends Error {}

/** Of files, those that can be run, and links. */
const modes: ReadonlySet<string> = new Set(["100644", "100755", "120000"]);

function presentFile({ path, oldMode }: PatchedFile, folder: string, since: Date): RealFile | null {
  const problem = pathProblem(path);
  if (problem !== null) throw new DoesNotFit(problem);
  const present = realFile(join(folder, path));
  if (oldMode === null) {
    if (present === "other" && isFolder(join(folder, path))) return null;
    if (present !== null) throw new DoesNotFit("it is there by now");
    return null;
  }
  if (present === null) throw new DoesNotFit("it is gone by now");
  if (present === "other" || present.mode !== oldMode || present.changedMs >= since.getTime())
    throw new DoesNotFit("it was changed meanwhile");
  return present;
}

function contentAfter(
  { oldHash, newHash, newMode, change }: PatchedFile,
  current: { bytes: Buffer } | null,
): FileChange["after"] {
  if (newMode !== null && !modes.has(newMode)) throw new DoesNotFit("it is to be no file and no link");
  const old = current?.bytes ?? Buffer.alloc(0);
  if (current && oldHash !== null && blobHash(old, oldHash) !== oldHash)
    throw new DoesNotFit("it was changed meanwhile");
  if (newMode === null) return null;
  const bytes =
    change.kind === "none"
      ? old
      : change.kind === "hunks"
        ? Buffer.from(applyHunks(change.hunks, old.toString("utf8")))
        : applyBinary(change.binary, old);
  // What looks like a key is taken out of what is kept, and such a patch makes something else than the agent did.
  if (newHash !== null && blobHash(bytes, newHash) !== newHash)
    throw new DoesNotFit("its patch was altered, since it holds what looks like a key");
  return { mode: newMode, bytes };
}

/** A place is free when every folder above it is a real one, or is not there, or is a file that goes away. */
function placeConflicts(
  { path, after }: FileChange,
  folder: string,
  changes: ReadonlyMap<string, FileChange>,
): Conflict[] {
  if (after === null) return [];
  for (let at = posix.dirname(path); at !== "."; at = posix.dirname(at)) {
    const made = changes.get(at)?.after;
    if (made) return [{ path, why: `${at} becomes ${made.mode === "120000" ? "a link" : "a file"}` }];
    const facts = factsOf(join(folder, at));
    if (!facts || facts.isDirectory() || changes.get(at)?.after === null) continue;
    const what = facts.isSymbolicLink() ? "a link" : "no folder";
    return [{ path, why: `${at} is ${what}` }];
  }
  if (isFolder(join(folder, path)) && !emptied(path, changes)) return [{ path, why: "a folder is there" }];
  return after.mode === "120000" && leadsOut(path, after.bytes.toString("utf8"))
    ? [{ path, why: "it is a link that leads out of the folder" }]
    : [];
}

/** Whether a folder goes away with the files that the patch deletes in it. */
function emptied(path: string, changes: ReadonlyMap<string, FileChange>): boolean {
  return [...changes.values()].some(
    ({ path: other, after }) => after === null && other.startsWith(`${path}/`),
  );
}

/** Behind a name, `..` may lead anywhere: the name may be a link itself. */
function leadsOut(path: string, target: string): boolean {
  const led = posix.normalize(posix.join(posix.dirname(path), target));
  const parts = target.split("/");
  const down = parts.findIndex((part) => part !== "" && part !== "." && part !== "..");
  const back = down !== -1 && parts.includes("..", down);
  return back || posix.isAbsolute(target) || led === ".." || led.startsWith("../");
}

function isFolder(path: string): boolean {
  return factsOf(path)?.isDirectory() ?? false;
}
