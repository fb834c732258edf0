import { execFileSync } from "node:child_process";
import { relative } from "node:path";
import { readPatch } from "@flow-state-dev/suites";

/** A patch in two: what is a change of the project, and new files that its git ignores. Either may be empty. */
export interface PartedPatch {
  patch: string;
  ignored: string;
}

/**
 * Takes the new files out of a patch that git ignores in the project: what builds, tests and installations of an agent
 * have left. Files that were there before stay in it, such as settings that the agent was to change; so does everything
 * when git ignores the folder that the user is in, who means it all the same.
 */
export function withoutIgnored(
  patch: string,
  { folder, project }: { folder: string; project: string },
): PartedPatch {
  // Lines of contents never begin like this: they have a sign before them.
  const parts = patch.split(/^(?=diff --git )/m).map((text) => ({ text, file: readPatch(text).files[0] }));
  const added = parts.flatMap(({ file }) => (file && file.oldMode === null ? [file.path] : []));
  const here = relative(project, folder) || ".";
  const found = ignoredOf([here, ...added], project);
  const names = found.has(here) ? new Set<string>() : found;
  const isIgnored = ({ file }: (typeof parts)[number]) => file !== undefined && names.has(file.path);
  const textOf = (some: typeof parts) => some.map(({ text }) => text).join("");
  return {
    patch: textOf(parts.filter((part) => !isIgnored(part))),
    ignored: textOf(parts.filter(isIgnored)),
  };
}

/** None where git is not there to be asked, or cannot say. */
function ignoredOf(paths: readonly string[], project: string): ReadonlySet<string> {
  try {
    const said = execFileSync("git", ["check-ignore", "--stdin", "-z"], {
      ...{ cwd: project, encoding: "utf8", maxBuffer: 2 ** 28 },
      input: paths.map((path) => `${path}\0`).join(""),
      stdio: ["pipe", "pipe", "ignore"],
    });
    return new Set(said.split("\0").slice(0, -1));
  } catch {
    return new Set();
  }
}
