import { refusedByGit } from "@flow-state-dev/suites";

/** Why nothing may be written at a path of a patch, without a full stop; null when it may. */
export function pathProblem(path: string): string | null {
  const parts = path.split("/");
  if (path === "" || path.includes("\0")) return "it is no path";
  if (path.startsWith("/") || parts.some((part) => part === "" || part === "." || part === ".."))
    return "it leads out of the folder";
  if (refusedByGit(path, false)) return "it is git's own";
  return parts.some((part) => part.toLowerCase() === ".x") ? "it is the folder of the records" : null;
}
