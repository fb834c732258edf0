import { shown } from "../text/shown.ts";

/** A path that stays in the workspace, in its plain form, or what is wrong with it. */
export type PathCheck =
  | {
      ok: true;
      /** Without "." parts, doubled slashes or a closing slash. */
      path: string;
      /** It was written with a closing slash, so it names a folder. */
      folder: boolean;
    }
  | { ok: false; message: string };

const longestPath = 1024;
const longestPart = 255;

/**
 * Checks a path of a suite that has to stay in the workspace: relative, with "/" between its parts, no "..", no
 * drive letter, no control characters. What links do is seen only on the disk and checked when grading.
 */
export function checkWorkspacePath(text: string): PathCheck {
  const bad = (what: string): PathCheck => ({ ok: false, message: `the path ${shown(text)} ${what}` });
  if (text.trim() === "") return { ok: false, message: "the path is empty" };
  if (/\p{Cc}|[\u2028\u2029]/u.test(text)) return bad("holds a control character");
  if (!text.isWellFormed()) return bad("holds a broken character");
  if (/^[A-Za-z]:/.test(text)) return bad("begins with a drive letter");
  if (text.includes("\\")) return bad('has a "\\" in it; the parts of a path stand apart by "/"');
  if (text.startsWith("/")) return bad("is absolute, so it leaves the workspace");
  if (/^~(\/|$)/.test(text)) return bad("names a home folder, so it leaves the workspace");
  const parts = text.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) return bad('has ".." in it, so it could leave the workspace');
  if (parts.length === 0) return bad("names the workspace itself");
  if (parts.join("").trim() === "") return bad("has no letter in it");
  if (Buffer.byteLength(text) > longestPath || parts.some((part) => Buffer.byteLength(part) > longestPart)) {
    return bad(`is too long (at most ${longestPath} bytes, ${longestPart} a part)`);
  }
  return { ok: true, path: parts.join("/"), folder: text.endsWith("/") };
}
