import { realpathSync } from "node:fs";
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
  const hasHistory = lookAt(join(workspace.path, ".git"))?.isDirectory() === true;
  const tells =
    history !== undefined &&
    (renewed || (answers.length > 0 && hasHistory)) &&
    (await forgetHistory(workspace, answers, history));
  if (tells) notices.push(renewed ? elsewhereNotice : historyNotice);
  return { base: await workspace.toBase(), notices, leftOut, content };
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

function realOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
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
  const above = answers.flatMap((path) => {
    const parts = path.split(sep);
    return parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1).join(sep));
  });
  for (const folder of new Set(above)) {
    const target = pointerInside(root, join(folder, ".git"));
    if (target === null) continue;
    await removeInside(root, join(folder, ".git"));
    await removeInside(root, target);
  }
}

const script = `
command -v git >/dev/null || { rm -rf .git; exit 0; }
tidy() {
  known=$(git log --all --full-history -1 --format=%H -- "$@" && git ls-files -- "$@") && [ -z "$known" ] || return 1
  rm -rf .git/logs .git/*_HEAD
  git repack -a -d -q && git prune --expire=now
}
tidy "$@" && exit 4
rm -rf .git && find . -name .git ! -type d -exec rm -f {} + && git init --quiet --template= --initial-branch=main . &&
git -c core.safecrlf=false add --all . &&
git -c user.name=agent -c user.email=agent@localhost -c commit.gpgsign=false commit --quiet --allow-empty -m start
`;

/**
 * Makes one commit of what is there in place of a history that holds these paths, or that git cannot read, or where there
 * is none. False when it does not: then only what no branch and no tag leads to is taken out, such as commits that were amended.
 */
async function forgetHistory(
  workspace: Workspace,
  paths: readonly string[],
  { sandbox, limits, signal }: HistoryParts,
): Promise<boolean> {
  const exit = await sandbox.exec(
    { argv: ["sh", "-c", script, "sh", ...paths] },
    {
      ...{ workspace, limits: { ...limits, timeMs: 300_000 }, env: { GIT_LITERAL_PATHSPECS: "1" } },
      ...(signal && { signal }),
    },
  );
  goOnPreparing({ signal });
  if (exit.ended === "itself" && exit.code === 4) return false;
  if (exit.ended === "itself" && exit.code === 0) return true;
  throw new HistoryNotRemovedError(
    (exit.reason ?? outputOf(exit).trim().split("\n").at(-1)) || `it ended with ${exit.code}`,
  );
}
