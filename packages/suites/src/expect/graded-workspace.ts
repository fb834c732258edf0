/**
 * What is at a path. A link that leads nowhere or out of the folder is a `link`, and so is what is behind one that
 * leads out; other links are what they lead to, and what is not there behind them is `missing`.
 */
export type EntryKind = "file" | "folder" | "link" | "missing" | "other";

/** One name in a folder. */
export interface FolderEntry {
  name: string;
  kind: Exclude<EntryKind, "missing">;
}

/**
 * A folder to look into, by checked workspace paths ("" is the folder itself). It never leads out of the folder.
 * What an agent may have left there (links, pipes, files without permission) is told as data; a rejection means that
 * the machine failed.
 */
export interface FolderView {
  kind(path: string): Promise<EntryKind>;
  /** The path of what is there when all links are followed; null when nothing is, or a link leads nowhere or out. */
  leadsTo(path: string): Promise<string | null>;
  /** The first `most` bytes of a file; null when there is no file that can be read. */
  read(path: string, most: number): Promise<Uint8Array | null>;
  /** Up to `most` names in a folder, sorted; none when there is no folder. */
  list(path: string, most: number): Promise<readonly FolderEntry[]>;
}

/** One file (or link) that the agent touched. */
export interface Change {
  /** Relative to the workspace, with "/" between its parts. */
  path: string;
  kind: "added" | "modified" | "deleted";
  /**
   * Git keeps it for itself, in a repository below the top that was there before. What is in `.git` at the top needs
   * none.
   */
  ofGit?: true;
}

/** The workspace as it is graded: what the agent left, protected files put back, hidden files laid over it. */
export interface GradedWorkspace extends FolderView {
  /**
   * What the agent changed since it started, set-up done, ignored files included; neither what was put back nor what
   * was laid over. Touching a file without a change of its content is none.
   */
  changes(): Promise<readonly Change[]>;
  /** Paths that are asked about and at which nothing was when the agent had ended, without a slash at the end. */
  readonly absentAtEnd?: ReadonlySet<string>;
}
