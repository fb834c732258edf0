import { firstNamed, nearestName } from "@flow-state-dev/core";
import { printable } from "../text/printable.ts";
import { shown } from "../text/shown.ts";
import { git } from "../workspace/git.ts";
import type { DescribedIssue } from "./describe-issue.ts";

/** Looks whether a local folder is a git repository that knows a ref; what is wrong, null when nothing is. */
export async function checkRef(
  path: string,
  absolute: string,
  ref: string | null,
): Promise<Omit<DescribedIssue, "path"> | null> {
  const inside = await git(["rev-parse", "--git-dir"], { cwd: absolute });
  // Without git nobody can tell; whoever makes the workspace will.
  if (inside.ended !== "itself") return null;
  const bad = (message: string, hint: string | null, nearest: string | null = null) => ({
    ...{ code: "bad-workspace", message, hint, nearest },
  });
  if (inside.code !== 0)
    return bad(
      `"workspace" names ${shown(path)}, which is not a git repository`,
      "leave out the # for a folder",
    );
  const wanted = ref ?? "HEAD";
  const found = await git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${wanted}^{commit}`], {
    cwd: absolute,
  });
  if (found.code === 0) return null;
  if (ref === null) return bad(`the git repository ${shown(path)} has no commit`, "make one");
  const names = await git(["for-each-ref", "--format=%(refname:short)"], { cwd: absolute });
  const known = names.stdout.text.split("\n").filter((name) => name !== "");
  const near = nearestName(ref, known);
  return bad(
    `the git repository ${shown(path)} has no branch, tag or commit ${shown(ref, 80)}`,
    near === undefined ? knownHint(known) : `did you mean ${shown(near, 80)}?`,
    near ?? null,
  );
}

const mostNamed = 5;

function knownHint(known: readonly string[]): string {
  if (known.length === 0) return "it has no branch and no tag; fetch what it lacks, or make a commit";
  const named = firstNamed(known, mostNamed, (name) => printable(name, 60));
  return `it has ${named}; fetch what it lacks, or name one of these`;
}
