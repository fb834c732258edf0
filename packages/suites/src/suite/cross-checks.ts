import { checkWorkspacePath } from "../expect/workspace-path.ts";
import { shown } from "../text/shown.ts";
import type { DescribedIssue } from "./describe-issue.ts";
import { member } from "./member.ts";
import { checkFilePath } from "./suite-checks.ts";

/**
 * Mistakes that no field shows alone: ids that stand twice, files in each other's way, an oracle without a solution.
 * The value may be anything.
 */
export function crossCheck(suite: unknown): DescribedIssue[] {
  const issues: DescribedIssue[] = [];
  const cases = member(suite, "cases");
  const shared = findClashes(noNames, filesOf(suite), ["files"], issues);
  if (!Array.isArray(cases)) return issues;
  const ids = new Map<string, number>();
  const all = new Set(cases.map((each) => member(each, "id")));
  const free = new Map<string, string>();
  for (const [at, each] of cases.entries()) {
    findClashes(shared, filesOf(each), ["cases", at, "files"], issues);
    issues.push(...oracleIssues(suite, each, at));
    const id = member(each, "id");
    if (typeof id !== "string" || id === "") continue;
    const key = id.normalize("NFC");
    const first = ids.get(key);
    if (first === undefined) ids.set(key, at);
    else {
      const nearest = free.get(id) ?? freeId(id, all);
      free.set(id, nearest);
      issues.push(duplicateId(id, at, first, nearest));
    }
  }
  return issues;
}

/** The oracle applies the solution; without one it does nothing. */
function oracleIssues(suite: unknown, it: unknown, at: number): DescribedIssue[] {
  const [agent, solution] = ["agent", "solution"].map((name) => member(it, name) ?? member(suite, name));
  if (agent !== "oracle" || solution !== undefined) return [];
  const own = member(it, "agent") === "oracle";
  return [
    {
      code: "no-solution",
      path: ["cases", at, ...(own ? ["agent"] : [])],
      message: 'the agent "oracle" applies the solution, and the case has none',
      hint: 'name one in "solution", or another agent',
      nearest: null,
    },
  ];
}

function freeId(id: string, taken: ReadonlySet<unknown>): string {
  let number = 2;
  while (taken.has(`${id}-${number}`)) number += 1;
  return `${id}-${number}`;
}

function duplicateId(id: string, at: number, first: number, nearest: string): DescribedIssue {
  return {
    code: "duplicate-id",
    path: ["cases", at, "id"],
    message: `the id ${shown(id, 60)} is that of case ${first + 1} already`,
    hint: `ids are unique; ${shown(nearest, 60)} is free`,
    nearest,
  };
}

interface FileName {
  /** As the suite has it. */
  key: string;
  path: string;
}

function filesOf(value: unknown): FileName[] {
  const files = member(value, "files");
  if (typeof files !== "object" || files === null || Array.isArray(files)) return [];
  return Object.keys(files).flatMap((key) => {
    const check = checkWorkspacePath(key);
    return check.ok && checkFilePath(key) === null ? [{ key, path: check.path }] : [];
  });
}

/** Paths of files, and of the folders that they need, each with the name that stands in the suite. */
interface Names {
  files: Map<string, string>;
  folders: Map<string, string>;
}

const noNames: Names = { files: new Map(), folders: new Map() };

/**
 * Files that are one and the same, or of which one would have to be a folder for the other. Tells the names of its own.
 */
function findClashes(
  shared: Names,
  own: readonly FileName[],
  path: PropertyKey[],
  issues: DescribedIssue[],
): Names {
  const names: Names = { files: new Map(), folders: new Map() };
  for (const file of own) {
    const parents = [...file.path.matchAll(/\//g)].map(({ index }) => file.path.slice(0, index));
    const parent = parents.find((each) => names.files.has(each) || shared.files.has(each));
    const below = names.folders.get(file.path) ?? shared.folders.get(file.path);
    const problem = names.files.has(file.path)
      ? "is there twice"
      : below !== undefined
        ? `cannot be a file, since ${shown(below, 60)} needs it as a folder`
        : parent === undefined
          ? null
          : `cannot be there, since ${shown(parent, 60)} is a file`;
    if (problem)
      issues.push({
        code: "bad-files",
        path,
        key: file.key,
        message: `the file ${shown(file.key, 60)} ${problem}`,
        hint: null,
        nearest: null,
      });
    names.files.set(file.path, file.key);
    for (const each of parents) names.folders.set(each, file.key);
  }
  return names;
}
