/** Where the files of a workspace are to come from. */
export type SourceSpec =
  /** A folder as it stands, absolute path. */
  | { kind: "folder"; path: string }
  /** A git repository by address or absolute path; `ref` is null for its default branch. */
  | { kind: "git"; repository: string; ref: string | null };

/** Where the files of a workspace came from. */
export type SourceFacts =
  | {
      kind: "folder";
      path: string;
      /** The commit that is checked out; null when it is no git repository or git cannot tell. */
      commit: string | null;
      /** Are there changes that are not in the commit? Null when unknown. */
      dirty: boolean | null;
    }
  | {
      kind: "git";
      repository: string;
      ref: string | null;
      commit: string;
      /** Paths of its submodules, whose folders are empty; absent when there are none. */
      submodules?: readonly string[];
      /** Paths of files that Git LFS keeps elsewhere, which hold only a pointer; absent when there are none. */
      largeFiles?: readonly string[];
    };
