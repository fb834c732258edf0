import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { nearestName } from "@flow-state-dev/core";
import { shown } from "../expect/shown.ts";
import type { DescribedIssue } from "./describe-issue.ts";
import type { SuiteFile } from "./suite-schema.ts";
import { parseWorkspace } from "./workspace-source.ts";

/** What the paths of a suite lead to. */
export interface DiskCheck {
  issues: DescribedIssue[];
  /** Absolute paths of what are folders. */
  folders: ReadonlySet<string>;
}

type Wanted = "folder" | "folder or file";

/** Looks whether workspaces, hidden folders and solutions are there. */
export async function checkDisk(suite: SuiteFile, folder: string): Promise<DiskCheck> {
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
  const owners = [
    { it: suite, at: [] as PropertyKey[] },
    ...suite.cases.map((it, at) => ({ it, at: ["cases", at] })),
  ];
  for (const { it, at } of owners) {
    const workspace = it.workspace === undefined ? null : parseWorkspace(it.workspace);
    if (workspace?.ok && workspace.kind === "folder") await look("workspace", workspace.path, "folder", at);
    if (workspace?.ok && workspace.kind === "git" && workspace.local)
      await look("workspace", workspace.repository, "folder", at);
    if (it.hidden !== undefined) await look("hidden", it.hidden, "folder", at);
    if (it.solution !== undefined) await look("solution", it.solution, "folder or file", at);
  }
  return { issues, folders };
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
    if (facts.isDirectory()) folders.add(absolute);
    else if (wanted === "folder" || !facts.isFile())
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
export async function nearestPath(path: string, absolute: string): Promise<string | null> {
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
