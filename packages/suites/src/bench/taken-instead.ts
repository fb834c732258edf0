import type { FolderEntry } from "../expect/graded-workspace.ts";
import type { Change } from "../workspace/workspace.ts";
import { pythonModules } from "./python-modules.ts";
import { isPackagePath, isToolPath } from "./suspicious-names.ts";

/** What is known about the files that grade. */
export interface GraderFacts {
  /** Does the case hide or protect anything? */
  guarded: boolean;
  /** Paths that were laid over the agent's work. */
  hidden: readonly string[];
  isProtected(path: string): boolean;
  /** Up to `most` names in a folder, as it is graded. */
  list(folder: string, most: number): Promise<readonly FolderEntry[]>;
}

type Added = Extract<Change, { kind: "added" }>;

/** A module of Python, as it can be imported from the folder that it is in. */
const pythonModule = /^(?:(.*)\/)?([^/.]+)(?:\.py|\.pyc|(?:\.[^/]+)?\.so|\/__init__\.pyc?)$/s;
const packageStart = /^(.+)\/__init__\.py$/s;
const code = /\.(?:[cm]?[jt]sx?|json|node|py|pyc|so)$/;
/** What pytest loads by itself when it is started as a module, since the folder is then among those of packages. */
const entryPoints = /^[^/]+\.dist-info\/entry_points\.txt$/;
/** What Jest takes in place of installed packages, without being asked to. */
const ownMocks = /^__mocks__\//;
const mostNames = 10_000;

/**
 * Files that the agent added and that a runner takes in place of those that grade, or before them: modules by the name
 * of one that comes with Python, at the top or beside files that grade, since Python looks there first; a second form
 * of a file that grades (`a.js` beside `a.ts`, a package or compiled module beside `a.py`); the code that a package of
 * Python starts with, where files that grade are in it; mocks and entry points that are found by themselves. New files
 * of other names are work like any other.
 *
 * @param asked paths that expectations are about
 */
export async function takenInstead(
  changes: readonly Change[],
  facts: GraderFacts,
  asked: ReadonlySet<string>,
): Promise<Change[]> {
  const added = changes.filter(
    (change): change is Added =>
      change.kind === "added" &&
      change.to.type !== "other" &&
      !asked.has(change.path) &&
      // Those are told as what they are.
      !isToolPath(change.path) &&
      !isPackagePath(change.path),
  );
  const found: Change[] = [];
  const graders = gradersIn(facts);
  for (const change of added) if (await isTaken(change, graders, facts)) found.push(change);
  return found;
}

async function isTaken(
  { path, to }: Added,
  graders: (folder: string) => Promise<readonly string[]>,
  { hidden, guarded }: GraderFacts,
): Promise<boolean> {
  if (guarded && (entryPoints.test(path) || ownMocks.test(path))) return true;
  const start = packageStart.exec(path);
  if (start && to.size > 0) {
    const [, folder = ""] = start;
    if (hidden.some((each) => isPython(each) && each.startsWith(`${folder}/`))) return true;
    if ((await graders(folder)).some(isPython)) return true;
  }
  const module = pythonModule.exec(path);
  if (module) {
    const [, folder = "", name = ""] = module;
    if (pythonModules.has(name) && (folder === "" || (await graders(folder)).some(isPython))) return true;
    // Python takes a package, or a compiled module, before the source of the same name.
    if (!path.endsWith(".py") || start) {
      if ((await graders(folder)).includes(`${name}.py`)) return true;
    }
  }
  if (!code.test(path) || isPython(path)) return false;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const others = (await graders(path.slice(0, Math.max(0, path.lastIndexOf("/"))))).filter((each) =>
    code.test(each),
  );
  return others.some(
    (each) => each !== name && !isPython(each) && withoutExtension(each) === withoutExtension(name),
  );
}

/** Names of files in a folder that grade; each folder is looked at once. */
function gradersIn({
  guarded,
  hidden,
  isProtected,
  list,
}: GraderFacts): (folder: string) => Promise<readonly string[]> {
  const known = new Map<string, Promise<readonly string[]>>();
  const laid = new Set(hidden);
  const look = async (folder: string) => {
    if (!guarded) return [];
    const names = (await list(folder, mostNames))
      .filter(({ kind }) => kind === "file")
      .map(({ name }) => name);
    const path = (name: string) => (folder === "" ? name : `${folder}/${name}`);
    return names.filter((name) => laid.has(path(name)) || isProtected(path(name)));
  };
  return (folder) => {
    const there = known.get(folder) ?? look(folder);
    known.set(folder, there);
    return there;
  };
}

const isPython = (path: string): boolean => path.endsWith(".py");
const withoutExtension = (name: string): string => name.slice(0, name.lastIndexOf("."));
