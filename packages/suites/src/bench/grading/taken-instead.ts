import type { FolderEntry } from "../../expect/graded-workspace.ts";
import type { Change } from "../../workspace/workspace.ts";
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

const startOfPackage = /\/__init__\.pyc?$/;
const endOfModule = /(?:\.py|\.pyc|(?:\.[^/.]+)*\.so)$/;
/** What names of modules end in where an import leaves the end out. */
const code = /\.(?:[cm]?[jt]sx?|json|node)$/;
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

async function isTaken(change: Added, graders: Graders, facts: GraderFacts): Promise<boolean> {
  const { path } = change;
  if (facts.guarded && (entryPoints.test(path) || ownMocks.test(path))) return true;
  const module = moduleOf(change);
  if (module) return isTakenModule(change, module, graders, facts);
  if (!code.test(path)) return false;
  const { folder, name } = split(path);
  const second = (each: string) => each !== name && code.test(each) && withoutEnd(each) === withoutEnd(name);
  return (await graders(folder)).some(second);
}

async function isTakenModule(
  { path, to }: Added,
  module: PythonModule,
  graders: Graders,
  { hidden }: GraderFacts,
): Promise<boolean> {
  const inPackage = `${module.folder === "" ? "" : `${module.folder}/`}${module.name}`;
  if (startOfPackage.test(path) && to.size > 0) {
    if (hidden.some((each) => isSource(each) && each.startsWith(`${inPackage}/`))) return true;
    if ((await graders(inPackage)).some(isSource)) return true;
  }
  const beside = await graders(module.folder);
  if (pythonModules.has(module.name) && (module.folder === "" || beside.some(isSource))) return true;
  // Python takes a package, or a compiled module, before the source of the same name.
  return module.kind !== "source" && beside.includes(`${module.name}.py`);
}

/** Something that Python can import by its name when it looks in its folder. */
interface PythonModule {
  folder: string;
  name: string;
  kind: "source" | "compiled" | "package";
}

function moduleOf({ path, to }: Added): PythonModule | null {
  const isLink = to.type === "link" && !split(path).name.includes(".");
  if (isLink || startOfPackage.test(path))
    return { ...split(path.replace(startOfPackage, "")), kind: "package" };
  if (!endOfModule.test(path)) return null;
  return { ...split(path.replace(endOfModule, "")), kind: isSource(path) ? "source" : "compiled" };
}

type Graders = (folder: string) => Promise<readonly string[]>;

/** Names of files in a folder that grade; each folder is looked at once. */
function gradersIn({ guarded, hidden, isProtected, list }: GraderFacts): Graders {
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

const isSource = (path: string): boolean => path.endsWith(".py");
const withoutEnd = (name: string): string => name.slice(0, name.lastIndexOf("."));

function split(path: string): { folder: string; name: string } {
  const at = path.lastIndexOf("/");
  return { folder: path.slice(0, Math.max(0, at)), name: path.slice(at + 1) };
}
