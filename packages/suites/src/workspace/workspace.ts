import type { FolderView } from "../expect/graded-workspace.ts";
import type { SandboxFolder } from "../sandbox/sandbox.ts";
import type { DiskUse } from "./disk-use.ts";
import type { SourceFacts } from "./source.ts";

/** A copy of some files to work on. Nothing that happens in it reaches the source. */
export interface Workspace extends SandboxFolder, AsyncDisposable {
  /**
   * Its path for this process: files can be read and written below it. With an overlay it is a path that must not be
   * resolved (`realpath`) and not be handed to other programs; those go in by `entrance`.
   */
  readonly path: string;
  /** Where the files came from. */
  readonly source: SourceFacts;
  /** Looks into it without ever being led out. */
  readonly view: FolderView;
  /**
   * Relative paths of settings, hooks and ways elsewhere that were put into repositories of the base, and taken out
   * when it was frozen: `changes` does not tell of them any more.
   */
  readonly disarmed: readonly string[];
  /** Where a relative path of the base leads by links in it. */
  wayInBase(path: string): LinkWay;
  /** Where what is written in it takes room. */
  readonly disk: WorkspaceDisk;
  /** All that differs from the base, ignored files included, sorted by path. */
  changes(): Promise<Change[]>;
  /** Whether git keeps what is at a relative path for itself: in the base's own repositories, and at the top. */
  keptByGit(path: string): boolean;
  /**
   * The changes as a patch that `git apply` takes, without what git keeps for itself. What no patch can hold, such as
   * another folder named `.git`, is named in lines at the top.
   */
  patch(options?: PatchOptions): Promise<string>;
  /**
   * The state as it is now, as a workspace of its own with the same base: what happens in this one does not reach it.
   * What was closed to its owner is open in it, and nothing is dated later than now.
   * With `last` this one is used up, whatever comes of it, and can only be disposed of. Then nothing has to be copied,
   * so nothing may be alive that has files of it open.
   */
  freeze(options?: { last?: boolean }): Promise<Workspace>;
  /**
   * The state as it is now as a base for further workspaces, such as after set-up commands. A repository that was made
   * or changed in it is as one of the source then: harmless, and with a name to commit by.
   */
  toBase(): Promise<WorkspaceBase>;
  /**
   * Lays the files of a folder over it, through no link of its own but those to folders inside that were there before.
   * Tells where they are put, sorted.
   */
  overlay(folder: string): Promise<string[]>;
  /** Puts every path that is meant back to its base, and tells what it had to put back. */
  restore(isMeant: (path: string) => boolean): Promise<Change[]>;
  /** Removes it, whatever it holds. May be called twice. */
  dispose(): Promise<void>;
}

/** Where a path leads when all links are followed. */
export interface LinkWay {
  /** The path of what is there; "" is the folder itself, null when nothing is, or a link leads nowhere or out. */
  at: string | null;
  /** The links on the way, the first one first. */
  links: readonly string[];
}

/** The disk that a workspace lies on. */
export interface WorkspaceDisk {
  /** A folder of this process on it. */
  readonly folder: string;
  /**
   * What was written more than the base has, before freezing too. Null when it cannot be told. With `open`, folders
   * that are closed to us are opened first: only when nobody works in it any more.
   */
  written(open?: boolean): Promise<DiskUse | null>;
}

/** Files that workspaces are made from. */
export interface WorkspaceBase extends AsyncDisposable {
  readonly source: SourceFacts;
  /**
   * Paths of the source that changed since it was prepared, sorted: workspaces made from it then are not what they
   * should be. Always empty when the base is a copy; a large folder is used where it lies.
   */
  drift(): Promise<string[]>;
  /** A workspace with these files. */
  create(): Promise<Workspace>;
  /** Removes it; its workspaces must have been removed before. May be called twice. */
  dispose(): Promise<void>;
}

/** What stands at a path. `other` is a socket, a pipe, a device, or something that cannot be looked at. */
export type EntryType = "file" | "link" | "folder" | "other";

/** Facts about what stands at a path. */
export interface Entry {
  type: EntryType;
  /** Bytes; of a link those of its target. 0 for folders and others. */
  size: number;
  /** Can it be executed by its owner? */
  executable: boolean;
}

/**
 * One difference between a workspace and its base. Folders are told only where they took the place of something else
 * or the other way round. A file counts as modified when its content or its executable bit is another.
 */
export type Change =
  | { kind: "added"; path: string; to: Entry }
  | { kind: "modified"; path: string; from: Entry; to: Entry }
  | { kind: "deleted"; path: string; from: Entry };

/** How much a patch may hold. */
export interface PatchOptions {
  /** What `changes` has just told: nobody looks again. */
  changes?: readonly Change[];
  /** Bytes of all old and new contents together. Default 16 MiB. What does not fit is named in lines at the top. */
  mostBytes?: number;
  /**
   * Milliseconds for telling line by line what changed in texts. Default 20,000. When they are over, contents stand in
   * the patch as bytes: it can be applied as well, but not read.
   */
  mostMs?: number;
}
