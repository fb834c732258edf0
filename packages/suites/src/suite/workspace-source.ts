import { shown } from "../text/shown.ts";

/** Where the files come from that an agent works on. */
export type WorkspaceSource =
  /** The project around the current folder, as it stands. */
  | { kind: "project" }
  /** A folder; `path` as the suite has it, relative to the suite file. */
  | { kind: "folder"; path: string; absolute: string }
  /** A git repository by address or by local path; `ref` is null for its default branch. */
  | { kind: "git"; repository: string; ref: string | null; absolute: string | null };

/** `workspace` of a suite, taken apart; a local path is still relative to the suite file. */
export type ParsedWorkspace =
  | { ok: true; kind: "folder"; path: string }
  | { ok: true; kind: "git"; repository: string; ref: string | null; local: boolean }
  | { ok: false; problem: { message: string; hint?: string } };

const address = /^(?:https?|ssh|git|file):\/\//i;
const shortAddress = /^[\w.-]+@[\w.-]+:/;

/** Takes apart a `workspace` of a suite: what has a #ref, an address or the ending .git is a git repository. */
export function parseWorkspace(text: string): ParsedWorkspace {
  const bad = (message: string, hint?: string): ParsedWorkspace => ({
    ok: false,
    problem: hint === undefined ? { message } : { message, hint },
  });
  const relative = "a workspace is a folder relative to the suite file, or a git repository with #ref";
  if (text.trim() === "") return bad("the workspace is empty", relative);
  if (/\p{Cc}/u.test(text) || !text.isWellFormed())
    return bad(`the workspace ${shown(text)} has a control character in it`);
  const hash = text.indexOf("#");
  const place = hash === -1 ? text : text.slice(0, hash);
  const ref = hash === -1 ? null : text.slice(hash + 1);
  if (ref !== null && !/^(?!-)(?!.*\.\.)[^\s~^:?*[\\]+$/.test(ref)) {
    return bad(`the ref ${shown(ref, 80)} of the workspace is not a branch, tag or commit`);
  }
  const remote = address.test(place) || shortAddress.test(place);
  if (remote) {
    if (/^[a-z]+:\/\/[^/@:]*:[^/@]*@/i.test(place))
      return bad("the address of the workspace has a password in it", "leave it to git's own credentials");
    if (/\s/.test(place) || /:\/\/-|@-/.test(place))
      return bad(`the address ${shown(place)} of the workspace is not one of a git repository`);
    return { ok: true, kind: "git", repository: place, ref, local: false };
  }
  if (/^[a-z][a-z0-9+.-]+::?/i.test(place))
    return bad(
      `the workspace ${shown(place)} has an address that git is not asked for`,
      "https, ssh, git and file addresses are",
    );
  if (
    place.startsWith("-") ||
    place.startsWith("/") ||
    /^~(\/|$)/.test(place) ||
    /^[A-Za-z]:/.test(place) ||
    place.includes("\\")
  ) {
    return bad(`the workspace ${shown(place)} is not a relative path with "/" between its parts`, relative);
  }
  if (ref !== null || place.endsWith(".git"))
    return { ok: true, kind: "git", repository: place, ref, local: true };
  return { ok: true, kind: "folder", path: place };
}
