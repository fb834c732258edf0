import { isAbsolute, join, relative, sep } from "node:path";
import { FlowError } from "@flow-state-dev/core";
import type { Exit } from "../../process/exit.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import { namedPaths } from "../../text/named-paths.ts";
import { contentDigest } from "../../workspace/content-digest.ts";
import { allCountedFiles } from "../../workspace/counted-files.ts";
import { git, mostListBytes } from "../../workspace/git.ts";
import { pointerInside } from "../../workspace/git-pointer.ts";
import { lookAt } from "../../workspace/look.ts";
import { goOnPreparing } from "../../workspace/preparing.ts";
import { removeEntry } from "../../workspace/put-files.ts";
import { realOr } from "../../workspace/real-or.ts";
import type { SourceSpec } from "../../workspace/source.ts";
import type { Workspace, WorkspaceBase } from "../../workspace/workspace.ts";
import type { CommandLimits } from "../case/command-limits.ts";
import { outputOf } from "../grading/command-end.ts";
import { type Contents, contentsOf, notIn } from "./answer-contents.ts";
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
    // On the machine itself it is where it always was.
    pythonElsewhere: history?.sandbox.enforces.files ? survey.pythonElsewhere : [],
  });
  const own = isAbsolute(root) ? insideOf(root, history?.answers ?? []) : [];
  const answers = [...own, ...leftovers, ...suiteCopies];
  const leftOut = [...new Set([...declared, ...answers])];
  const content =
    fetched && (await contentDigest(fetched.path, await allCountedFiles(fetched.path, leftOut)));
  const mayHold = history !== undefined && !renewed && answers.length === 0 && spec.kind === "folder";
  const held = mayHold && (await holdsAnswers(root, history));
  if (leftOut.length === 0 && !renewed && !held) return { base, notices, leftOut, content };
  await using workspace = await base.create();
  await forgetSubmodules(workspace.path, answers);
  for (const path of leftOut) await removeInside(workspace.path, path);
  if (history !== undefined && (renewed || held || answers.length > 0)) {
    const contents = await contentsOf(history.answers);
    const told = new Set<string>();
    // The innermost first: those around it may know its commit.
    for (const folder of new Set([...foldersAbove(answers), ""])) {
      const isElsewhere = renewed && folder === "";
      if (!isElsewhere && !hasRepository(workspace.path, folder)) continue;
      // Of one that lies elsewhere only a part may be here.
      if (!isElsewhere && !(await holdsAny(workspace, folder, { answers, contents }, history))) continue;
      await renewHistory(workspace, folder, history);
      told.add(isElsewhere ? elsewhereNotice : historyNotice);
    }
    notices.push(...told);
  }
  return { base: await workspace.toBase(), notices, leftOut, content };
}

/** Whether the history of a project holds answers that are not in its files either, wherever they lie now. */
async function holdsAnswers(root: string, { answers, signal }: HistoryParts): Promise<boolean> {
  if (!hasRepository(root, "")) return false;
  const contents = await contentsOf(answers);
  if (contents.size === 0) return false;
  const gitDir = join(root, ".git");
  const exit = await git(["cat-file", batchCheck], {
    ...{ cwd: root, gitDir, signal, keepBytes: mostListBytes },
    stdin: Buffer.from(asLines(contents)),
  });
  goOnPreparing({ signal });
  return (await notIn(root, heldOf(contents, exit))).size > 0;
}

/** How git is asked for objects by their names, one a line. */
const batchCheck = "--batch-check=%(objecttype) %(objectname)";

function asLines(contents: Contents): string {
  return [...contents.keys(), ""].join("\n");
}

/** Of these contents those that git says it has. */
function heldOf(contents: Contents, { stdout }: Exit): Contents {
  const names = new Set([...stdout.text.matchAll(/^blob (\w+)$/gm)].map(([, name]) => name!));
  return new Map([...contents].filter(([name]) => names.has(name)));
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

function surveyNotices(survey: SourceSurvey): string[] {
  const { leftovers, suiteCopies, keyFiles, gitElsewhere, pythonElsewhere } = survey;
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
    ...tell(
      pythonElsewhere,
      "No Python starts in the workspace from @, since it lies out of the project, where nothing in a sandbox can look. Make such an environment with a Python of the system (in /usr), or anew in setup.",
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
 * stdin are still there. Ends with "unread" when the history holds these paths, or git cannot read it.
 */
const lookScript = `
command -v git >/dev/null || { echo unread; exit 0; }
# One that is broken must not lead to the one around it.
export GIT_CEILING_DIRECTORIES="\${PWD%/*}"
tidy() {
  if [ $# -gt 0 ]; then
    known=$(git log --all --full-history -1 --format=%H -- "$@" && git ls-files -- "$@") && [ -z "$known" ] || return 1
  fi
  rm -rf .git/logs .git/*_HEAD .git/lost-found .git/lfs
  git repack -a -d -q && git prune --expire=now
}
tidy "$@" </dev/null && git cat-file '${batchCheck}' || echo unread
`;

const renewScript = `
rm -rf .git && find . -name .git ! -type d -exec rm -f {} + || exit 1
command -v git >/dev/null || exit 0
git init --quiet --template= --initial-branch=main . &&
git -c core.safecrlf=false add --all . &&
git -c user.name=agent -c user.email=agent@localhost -c commit.gpgsign=false commit --quiet --allow-empty -m start
`;

/** Does the repository in a folder hold answers, by their paths or their contents, or can git not read it? */
async function holdsAny(
  workspace: Workspace,
  folder: string,
  { answers, contents }: { answers: readonly string[]; contents: Contents },
  parts: HistoryParts,
): Promise<boolean> {
  const inside = folder === "" ? answers : answers.filter((path) => path.startsWith(`${folder}${sep}`));
  const argv = [lookScript, "sh", ...inside.map((path) => relative(folder, path))];
  const look = await runIn(workspace, folder, argv, parts, asLines(contents));
  const isRead = !look.stdout.truncated && !look.stdout.text.endsWith("unread\n");
  return !isRead || (await notIn(workspace.path, heldOf(contents, look))).size > 0;
}

/** Makes one commit of what is in a folder in place of the history of its repository; without git there is none. */
async function renewHistory(workspace: Workspace, folder: string, parts: HistoryParts): Promise<void> {
  await runIn(workspace, folder, [renewScript, "sh"], parts);
}

/** Runs a script in a folder of the workspace to its end. */
async function runIn(
  workspace: Workspace,
  folder: string,
  argv: readonly string[],
  { sandbox, limits, signal }: HistoryParts,
  stdin = "",
): Promise<Exit> {
  const exit = await sandbox.exec(
    { argv: ["sh", "-c", ...argv] },
    {
      ...{ workspace, limits: { ...limits, timeMs: 300_000 }, env: { GIT_LITERAL_PATHSPECS: "1" }, stdin },
      ...(folder !== "" && { cwd: folder }),
      ...(signal && { signal }),
    },
  );
  goOnPreparing({ signal });
  if (exit.ended === "itself" && exit.code === 0) return exit;
  throw new HistoryNotRemovedError(
    (exit.reason ?? outputOf(exit).trim().split("\n").at(-1)) || `it ended with ${exit.code}`,
  );
}
