import { isAbsolute, join, relative, sep } from "node:path";
import { FlowError } from "@flow-state-dev/core";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import { namedPaths } from "../../text/named-paths.ts";
import { contentDigest } from "../../workspace/content-digest.ts";
import { allCountedFiles } from "../../workspace/counted-files.ts";
import { pointerInside } from "../../workspace/git-pointer.ts";
import { lookAt } from "../../workspace/look.ts";
import { goOnPreparing } from "../../workspace/preparing.ts";
import { removeEntry } from "../../workspace/put-files.ts";
import type { SourceSpec } from "../../workspace/source.ts";
import type { Workspace, WorkspaceBase } from "../../workspace/workspace.ts";
import type { CommandLimits } from "../case/command-limits.ts";
import { outputOf } from "../grading/command-end.ts";
import { type Contents, contentsOf, notIn } from "./answer-contents.ts";
import { realOr } from "./real-or.ts";
import type { SuiteCopyTest } from "./suite-copies.ts";
import { type SourceSurvey, surveySource } from "./survey-source.ts";

/** What taking answers out of a history needs. */
export interface HistoryParts {
  /** Absolute paths of what must not be found in it. */
  answers: readonly string[];
  sandbox: Sandbox;
  limits: CommandLimits;
  /** Ends it soon, with a `PreparingStoppedError`. */
  signal?: AbortSignal | undefined;
}

/** The history of git that holds answers could not be taken out of a workspace. */
class HistoryNotRemovedError extends FlowError {
  override readonly name = "HistoryNotRemovedError";

  constructor(reason: string) {
    super(
      `The history of git holds the suite, hidden files or solutions, or lies elsewhere, and a workspace without it could not be made: ${reason}. Keep the suite outside of the project, which must have a repository of its own, or mend that.`,
      { code: "history-not-removed" },
    );
  }
}

const elsewhereNotice =
  "The history of git is left out of the workspace, since its files lie elsewhere (a linked worktree, a submodule or borrowed objects).";
const historyNotice =
  "The history of git is left out of the workspace, since it holds the suite, its hidden files or solutions, or what earlier runs left.";

/** A base that agents may see. */
export interface SeenBase {
  base: WorkspaceBase;
  /** What to tell about it. */
  notices: string[];
  /** What was left out of it, by relative paths. */
  leftOut: readonly string[];
  /** Digest of its files; null where a folder, which is read where it lies, tells it. */
  content: string | null;
}

/**
 * A base without what no agent may see, and what to tell about that; the same one when it holds nothing of it. What
 * earlier runs left in the project, and copies of the suite, are found by themselves.
 */
export async function withoutUnseen(
  base: WorkspaceBase,
  spec: SourceSpec,
  exclude: readonly string[],
  history?: HistoryParts,
  isCopy?: SuiteCopyTest,
): Promise<SeenBase> {
  const root = spec.kind === "folder" ? spec.path : spec.repository;
  await using fetched = spec.kind === "git" ? await base.create() : null;
  const declared = isAbsolute(root) ? insideOf(root, exclude) : [];
  const survey = await surveySource(fetched?.path ?? root, isCopy);
  const isDeclared = (path: string) => declared.some((each) => `${path}/`.startsWith(`${each}/`));
  const { leftovers, suiteCopies, keyFiles, gitElsewhere } = survey;
  // Its one commit is made anew, where that can be done; of those further down none is.
  const renewed = history !== undefined && gitElsewhere.includes(".git");
  const notices = surveyNotices({
    ...survey,
    leftovers: leftovers.filter((path) => !isDeclared(path)),
    suiteCopies: suiteCopies.filter((path) => !isDeclared(path)),
    keyFiles: keyFiles.filter((path) => !isDeclared(path)),
    gitElsewhere: gitElsewhere.filter((path) => !renewed || path !== ".git"),
  });
  const own = isAbsolute(root) ? insideOf(root, history?.answers ?? []) : [];
  const answers = [...own, ...leftovers, ...suiteCopies];
  const leftOut = [...new Set([...declared, ...answers])];
  const content =
    fetched && (await contentDigest(fetched.path, await allCountedFiles(fetched.path, leftOut)));
  if (leftOut.length === 0 && !renewed) return { base, notices, leftOut, content };
  await using workspace = await base.create();
  await forgetSubmodules(workspace.path, answers);
  for (const path of leftOut) await removeInside(workspace.path, path);
  if (history !== undefined && (renewed || answers.length > 0)) {
    const contents = await contentsOf(history.answers);
    const folders = foldersAbove(answers).filter((folder) => hasRepository(workspace.path, folder));
    const told = new Set<string>();
    // The innermost first: those around it may know its commit.
    for (const folder of new Set([...folders, ...(renewed ? [""] : [])])) {
      const isElsewhere = renewed && folder === "";
      if (await forgetHistory(workspace, folder, { answers, contents }, history))
        told.add(isElsewhere ? elsewhereNotice : historyNotice);
    }
    notices.push(...told);
  }
  return { base: await workspace.toBase(), notices, leftOut, content };
}

/** The folders above these relative paths, the innermost first and "" last. */
function foldersAbove(paths: readonly string[]): string[] {
  const above = paths.flatMap((path) => {
    const parts = path.split(sep);
    return parts.map((_, at) => parts.slice(0, at).join(sep));
  });
  return [...new Set(above)].toSorted((a, b) => depthOf(b) - depthOf(a));
}

function depthOf(folder: string): number {
  return folder === "" ? 0 : folder.split(sep).length;
}

/** Is there a repository of its own? A link or a pointer in the place of git's folder is none. */
function hasRepository(root: string, folder: string): boolean {
  const parts = [...folder.split(sep), ".git"].filter((part) => part !== "");
  return parts.every((_, at) => lookAt(join(root, ...parts.slice(0, at + 1)))?.isDirectory());
}

function surveyNotices({ leftovers, suiteCopies, keyFiles, gitElsewhere }: SourceSurvey): string[] {
  const tell = (paths: readonly string[], sentence: string) =>
    paths.length === 0 ? [] : [sentence.replace("@", () => namedPaths(paths))];
  return [
    ...tell(leftovers, "Left out of the workspace, since earlier runs left answers in it: @."),
    ...tell(suiteCopies, "Left out of the workspace, since they are copies of the suite: @."),
    ...tell(keyFiles, "Agents can read what look like keys in the workspace: @. Keep them elsewhere."),
    ...tell(
      gitElsewhere,
      "git does not work in the workspace at @, since its files lie elsewhere (a linked worktree, a submodule or borrowed objects). Use a clone of its own, made with --recurse-submodules.",
    ),
  ];
}

/** Of these paths those within a folder, relative to it; by their names, and by where those really lead. */
function insideOf(root: string, paths: readonly string[]): string[] {
  const roots = [root, realOr(root)];
  const all = paths.flatMap((path) => [path, realOr(path)]);
  const inside = roots.flatMap((top) => all.map((path) => relative(top, path)));
  return [...new Set(inside)].filter(
    (path) => path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path),
  );
}

/** Removes what stands at a relative path; what lies behind a link is not in the workspace, and is left alone. */
async function removeInside(root: string, path: string): Promise<void> {
  const parts = path.split(sep);
  const folders = parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1).join(sep));
  if (!folders.every((folder) => lookAt(join(root, folder))?.isDirectory())) return;
  await removeEntry(join(root, path));
}

/** The history of a submodule that holds answers goes with git's folder of it. */
async function forgetSubmodules(root: string, answers: readonly string[]): Promise<void> {
  for (const folder of foldersAbove(answers).filter((each) => each !== "")) {
    const target = pointerInside(root, join(folder, ".git"));
    if (target === null) continue;
    await removeInside(root, join(folder, ".git"));
    await removeInside(root, target);
  }
}

/**
 * Takes out what no branch and no tag leads to, such as commits that were amended, and tells which of the objects on
 * stdin are still there. Ends with 3 when the history holds these paths, or git cannot read it.
 */
const lookScript = `
command -v git >/dev/null || exit 3
# One that is broken must not lead to the one around it.
export GIT_CEILING_DIRECTORIES="\${PWD%/*}"
tidy() {
  known=$(git log --all --full-history -1 --format=%H -- "$@" && git ls-files -- "$@") && [ -z "$known" ] || return 1
  rm -rf .git/logs .git/*_HEAD .git/lost-found .git/lfs
  git repack -a -d -q && git prune --expire=now
}
tidy "$@" </dev/null || exit 3
git cat-file --batch-check='%(objecttype) %(objectname)' || exit 3
`;

const renewScript = `
rm -rf .git && find . -name .git ! -type d -exec rm -f {} + || exit 1
command -v git >/dev/null || exit 0
git init --quiet --template= --initial-branch=main . &&
git -c core.safecrlf=false add --all . &&
git -c user.name=agent -c user.email=agent@localhost -c commit.gpgsign=false commit --quiet --allow-empty -m start
`;

/**
 * Makes one commit of what is there in place of the history of the repository in a folder of the workspace, when it holds
 * answers, by their paths or by their contents, or git cannot read it, or there is none. False when it does not: then
 * only what no branch and no tag leads to is taken out.
 */
async function forgetHistory(
  workspace: Workspace,
  folder: string,
  { answers, contents }: { answers: readonly string[]; contents: Contents },
  { sandbox, limits, signal }: HistoryParts,
): Promise<boolean> {
  const run = async (argv: readonly string[], stdin = "") => {
    const exit = await sandbox.exec(
      { argv: ["sh", "-c", ...argv] },
      {
        ...{ workspace, limits: { ...limits, timeMs: 300_000 }, env: { GIT_LITERAL_PATHSPECS: "1" }, stdin },
        ...(folder !== "" && { cwd: folder }),
        ...(signal && { signal }),
      },
    );
    goOnPreparing({ signal });
    if (exit.ended === "itself" && (exit.code === 0 || exit.code === 3)) return exit;
    throw new HistoryNotRemovedError(
      (exit.reason ?? outputOf(exit).trim().split("\n").at(-1)) || `it ended with ${exit.code}`,
    );
  };
  const inside = folder === "" ? answers : answers.filter((path) => path.startsWith(`${folder}${sep}`));
  const paths = inside.map((path) => relative(folder, path));
  const look = await run([lookScript, "sh", ...paths], [...contents.keys(), ""].join("\n"));
  const held = (): Contents => {
    const names = new Set([...look.stdout.text.matchAll(/^blob (\w+)$/gm)].map(([, name]) => name!));
    return new Map([...contents].filter(([name]) => names.has(name)));
  };
  if (look.code === 0 && !look.stdout.truncated && (await notIn(workspace.path, held())).size === 0)
    return false;
  await run([renewScript, "sh"]);
  return true;
}
