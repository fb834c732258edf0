import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { nearestName } from "@flow-state-dev/core";
import { shown } from "../text/shown.ts";
import { checkRef } from "./check-ref.ts";
import type { DescribedIssue } from "./describe-issue.ts";
import { linkOut } from "./hidden-links.ts";
import { member } from "./member.ts";
import { checkBesidePath } from "./suite-checks.ts";
import { parseWorkspace } from "./workspace-source.ts";

/** What the paths of a suite lead to. */
export interface DiskCheck {
  issues: DescribedIssue[];
  /** Absolute paths of what are folders. */
  folders: ReadonlySet<string>;
}

type Wanted = "folder" | "folder or file";

/**
 * Looks whether workspaces, their refs, hidden folders and solutions are there, and hidden folders whole. The value
 * may be anything: what is wrong with a field by itself is told elsewhere.
 */
export async function checkDisk(suite: unknown, folder: string): Promise<DiskCheck> {
  const issues: DescribedIssue[] = [];
  const folders = new Set<string>();
  const known = new Map<string, Promise<Omit<DescribedIssue, "path"> | null>>();
  const look = async (field: string, path: string, wanted: Wanted, at: PropertyKey[]) => {
    const key = `${field}\0${path}`;
    const looking = known.get(key) ?? lookAt(field, path, wanted, folder, folders);
    known.set(key, looking);
    const issue = await looking;
    if (issue) issues.push({ ...issue, path: [...at, field] });
  };
  const cases = member(suite, "cases");
  const refs = new Map<string, ReturnType<typeof checkRef>>();
  const refOf = (repository: string, ref: string | null) => {
    const key = JSON.stringify([repository, ref]);
    const looking = refs.get(key) ?? checkRef(repository, resolve(folder, repository), ref);
    refs.set(key, looking);
    return looking;
  };
  const owners: { it: unknown; at: PropertyKey[] }[] = [
    { it: suite, at: [] },
    ...(Array.isArray(cases) ? cases.map((it: unknown, at) => ({ it, at: ["cases", at] })) : []),
  ];
  for (const { it, at } of owners) {
    const [named, hidden, solution] = ["workspace", "hidden", "solution"].map((name) => textIn(it, name));
    const workspace = named == null ? null : parseWorkspace(named);
    if (workspace?.ok && workspace.kind === "folder") await look("workspace", workspace.path, "folder", at);
    if (workspace?.ok && workspace.kind === "git" && workspace.local) {
      const { repository, ref } = workspace;
      const before = issues.length;
      await look("workspace", repository, "folder", at);
      const issue = issues.length > before ? null : await refOf(repository, ref);
      if (issue) issues.push({ ...issue, path: [...at, "workspace"] });
    }
    if (hidden != null && !checkBesidePath(hidden)) await look("hidden", hidden, "folder", at);
    if (solution != null && !checkBesidePath(solution))
      await look("solution", solution, "folder or file", at);
  }
  return { issues, folders };
}

function textIn(value: unknown, name: string): string | null {
  const text = member(value, name);
  return typeof text === "string" ? text : null;
}

async function lookAt(
  field: string,
  path: string,
  wanted: Wanted,
  folder: string,
  folders: Set<string>,
): Promise<Omit<DescribedIssue, "path"> | null> {
  const absolute = resolve(folder, path);
  const bad = (message: string, nearest: string | null) => ({
    code: "bad-path",
    message,
    hint: nearest === null ? "paths are relative to the suite file" : `did you mean ${shown(nearest, 100)}?`,
    nearest,
  });
  try {
    const facts = await stat(absolute);
    if (facts.isDirectory()) {
      folders.add(absolute);
      const link = field === "hidden" ? await linkOut(absolute) : null;
      if (link)
        return {
          ...bad(
            `"hidden" names ${shown(path)}, in which ${shown(link.path)} is a link out of it, to ${shown(link.target)}`,
            null,
          ),
          hint: "it is laid over alone, and only what lies in it is kept from agents: put the file itself there",
        };
    } else if (wanted === "folder" || !facts.isFile())
      return bad(`"${field}" names ${shown(path)}, which is not a ${wanted}`, null);
    return null;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "ENOENT" && code !== "ENOTDIR")
      return bad(`"${field}" names ${shown(path)}, which cannot be looked at (${code})`, null);
    return bad(
      `"${field}" names ${shown(path)}, and there is no such ${wanted}`,
      await nearestPath(path, absolute),
    );
  }
}

/** A name in the same folder that was likely meant. */
async function nearestPath(path: string, absolute: string): Promise<string | null> {
  try {
    const names = await readdir(dirname(absolute));
    const meant = nearestName(basename(absolute), names);
    if (meant === undefined) return null;
    const parent = path.replace(/\/+$/, "").split("/").slice(0, -1).join("/");
    return parent === "" ? meant : join(parent, meant);
  } catch {
    return null;
  }
}
