/** Files that git and its own tools keep at the top of their folder. */
const files =
  /^(?:HEAD|index|config|config\.worktree|description|packed-refs|shallow|commondir|gitdir|gc\.(?:log|pid)|gitk\.cache|sharedindex\.[0-9a-f]+|[A-Z][A-Z_]*_HEAD|[A-Z_]+MSG|AUTO_MERGE|MERGE_(?:MODE|RR|AUTOSTASH)|BISECT_\w+|fsmonitor--daemon.*|git-daemon-export-ok)(?:\.lock)?$/;
/** Folders in which names are the user's, or those of git's parts. */
const folders =
  /^(?:refs|logs|hooks|branches|modules|worktrees|lfs|annex|svn|reftable|rr-cache|rebase-(?:merge|apply)|sequencer|fsmonitor--daemon)(?:\/|$)/;
const objects =
  /^objects\/(?:[0-9a-f]{2}\/(?:[0-9a-f]{38}|[0-9a-f]{62})|pack\/(?:pack-|multi-pack-index)[\w.-]*|info\/(?:packs|alternates|http-alternates|commit-graph.*))$/;
const info = /^info\/(?:exclude|attributes|grafts|refs|sparse-checkout)$/;

/**
 * Is it a name that git, or a tool of git, gives in its own folder? By names only, relative to that folder: what stands
 * in the file is not looked at.
 */
export function isNameOfGit(path: string): boolean {
  return [files, folders, objects, info].some((names) => names.test(path));
}
