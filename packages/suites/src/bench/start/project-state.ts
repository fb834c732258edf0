import type { RunManifest, RunStore } from "@flow-state-dev/records";
import { runToContinue } from "@flow-state-dev/sweep";
import { contentDigest } from "../../workspace/content-digest.ts";
import { chosen, countedFiles } from "../../workspace/counted-files.ts";
import { uncommittedPaths } from "../../workspace/git-source.ts";
import type { SourceFacts } from "../../workspace/source.ts";

/** What tells a project from what it was in another run. */
export interface ProjectState {
  /** The commit that is checked out; null without git. */
  commit: string | null;
  /** Digest of what is not in the commit, without git of everything; null when all of it is in the commit. */
  content: string | null;
}

/** The state of a project as agents see it, without these relative paths. */
export async function projectState(
  path: string,
  { commit }: SourceFacts,
  leftOut: readonly string[],
): Promise<ProjectState> {
  const uncommitted = commit === null ? null : await uncommittedPaths(path);
  const paths = uncommitted ? chosen(uncommitted, leftOut) : await countedFiles(path, leftOut);
  return { commit, content: uncommitted && paths.length === 0 ? null : await contentDigest(path, paths) };
}

/**
 * What to tell whoever goes on with a run on another state of the project: results of both stand in it. Null when the
 * project is the same, or there is no run to go on with.
 */
export async function projectNotice(store: RunStore, manifest: RunManifest): Promise<string | null> {
  const choice = await runToContinue(store, manifest);
  const run = "run" in choice ? await store.findRun(choice.run) : null;
  const [before, now] = [run && stateIn(run.manifest.circumstances), stateIn(manifest.circumstances)];
  if (!before || !now || (before.commit === now.commit && before.content === now.content)) return null;
  return `The project has changed since the run began (${difference(before, now)}). Cases that are finished do not run again; leave --resume out to run all of them on the project as it is now.`;
}

function stateIn({ project }: RunManifest["circumstances"]): Partial<ProjectState> | null {
  return typeof project === "object" && project !== null ? (project as Partial<ProjectState>) : null;
}

function difference(before: Partial<ProjectState>, now: Partial<ProjectState>): string {
  if (before.commit === now.commit) return "what is not committed is different";
  const short = (commit: unknown) => (typeof commit === "string" ? commit.slice(0, 7) : "none");
  return `commit ${short(before.commit)}, now ${short(now.commit)}`;
}
