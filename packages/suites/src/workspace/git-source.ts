import { mkdir } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { filtersOff, listFilters } from "@flow-state-dev/sweep";
import type { CapturedOutput } from "../process/captured-output.ts";
import { git, mostListBytes } from "./git.ts";
import { goOnPreparing, type Preparing } from "./preparing.ts";
import { complaintOf } from "./run-tool.ts";
import type { SourceFacts } from "./source.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** What git says about a folder. Nothing is written there. */
export async function folderFacts(path: string): Promise<SourceFacts> {
  const head = await git(["rev-parse", "--verify", "--quiet", "HEAD"], { cwd: path });
  const commit = head.code === 0 ? head.stdout.text.trim() : null;
  const status = await statusOf(path, ["--porcelain", "--no-renames", "--", "."], 1000);
  return { kind: "folder", path, commit, dirty: status === null ? null : status.bytes > 0 };
}

/**
 * Paths that differ from the commit that is checked out, relative to the top of the repository; ignored ones are not
 * among them. Null when git cannot tell.
 */
export async function uncommittedPaths(top: string): Promise<string[] | null> {
  const flags = ["--porcelain", "-z", "--no-renames", "--untracked-files=all"];
  const status = await statusOf(top, flags, 64 * 2 ** 20);
  if (status === null) return null;
  return status.text.split("\0").flatMap((entry) => (entry === "" ? [] : [entry.slice(3)]));
}

/** What `git status` says, with no program run that the repository names; null when it cannot tell. */
async function statusOf(
  cwd: string,
  flags: readonly string[],
  keepBytes: number,
): Promise<CapturedOutput | null> {
  const { code, stdout } = await git(listFilters, { cwd });
  const off = (code === 0 || code === 1) && !stdout.truncated ? filtersOff(stdout.text) : null;
  if (off === null) return null;
  const told = await git([...off, "status", "--ignore-submodules=all", ...flags], { cwd, keepBytes });
  return told.code === 0 ? told.stdout : null;
}

/**
 * Fetches a commit with its history, and nothing that came after it, into a new folder, and checks it out: neither
 * other branches nor later commits are there to be looked up.
 */
export async function fetchCommit(
  repository: string,
  ref: string | null,
  to: string,
  { signal }: Preparing = {},
): Promise<SourceFacts> {
  const wanted = ref ?? "HEAD";
  const fail = (why: string, cause?: unknown): never => {
    const what = `The workspace ${repository}${ref === null ? "" : `#${ref}`} could not be fetched`;
    throw new WorkspaceError(what, why, "Check the repository and the ref.", cause);
  };
  if (wanted.startsWith("-") || repository.startsWith("-")) return fail("a name cannot begin with a dash");
  await mkdir(to, { recursive: true });
  const step = async (args: readonly string[], more: Parameters<typeof git>[1] = {}): Promise<string> => {
    const exit = await git(args, { cwd: to, signal, keepBytes: mostListBytes, ...more });
    goOnPreparing({ signal });
    return exit.code === 0 ? exit.stdout.text.trim() : fail(complaintOf(exit));
  };
  // In a local repository any name git knows will do, a short commit id too.
  const name = isAbsolute(repository)
    ? await step(["rev-parse", "--verify", "--end-of-options", `${wanted}^{commit}`], { cwd: repository })
    : wanted;
  await step(["init", "--quiet", "--template=", "--initial-branch=none"]);
  // A local repository gives out any commit when asked through an upload-pack that is told so. It has to have it.
  const anyCommit =
    "GIT_ALLOW_PROTOCOL= git -c uploadpack.allowAnySHA1InWant=true -c safe.directory=* upload-pack";
  const local = isAbsolute(repository) ? ["--upload-pack", anyCommit] : [];
  const flags = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", ...local];
  await step(["fetch", ...flags, repository, `+${name}:refs/heads/main`], {
    reaches: isAbsolute(repository) ? "folders" : "addresses",
  });
  await step(["symbolic-ref", "HEAD", "refs/heads/main"]);
  await step(["reset", "--quiet", "--hard"]);
  const submodules = submodulesIn(await step(["ls-files", "--stage", "-z"]));
  const largeFiles = (await step(["ls-files", "-z", "--", ":(attr:filter=lfs)"])).split("\0").filter(Boolean);
  return {
    ...{ kind: "git", repository, ref, commit: await step(["rev-parse", "HEAD"]) },
    ...(submodules.length > 0 && { submodules }),
    ...(largeFiles.length > 0 && { largeFiles }),
  };
}

/** Entries that are commits of other repositories, in what git says about its index. */
function submodulesIn(index: string): string[] {
  return index.split("\0").flatMap((entry) => /^160000 .*?\t(.*)$/s.exec(entry)?.[1] ?? []);
}
