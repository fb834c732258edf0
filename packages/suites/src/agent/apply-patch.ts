import { randomUUID } from "node:crypto";
import { FlowError } from "@flow-state-dev/core";
import { printable } from "../text/printable.ts";
import type { AgentShell, ShellExit } from "./agent-shell.ts";
import { leadsOut } from "./leads-out.ts";
import { textTail } from "./text-tail.ts";

/** Characters of what the program said; it repeats names from the patch. */
const mostSaid = 500;

/** A patch that does not fit the workspace. */
export class PatchFailedError extends FlowError {
  override readonly name = "PatchFailedError";

  constructor(facts: { what: string; patch: string; exit: ShellExit; output: string }) {
    const last = facts.output.trim().split("\n").slice(-3).join("; ");
    const said = last === "" ? "" : ` (${printable(last, mostSaid)})`;
    super(`${facts.what} does not apply to the workspace${said}; ${cureOf(facts.patch)}.`, {
      code: "patch-failed",
      details: { exit: facts.exit },
    });
  }
}

/** What to do about a patch that does not apply: one that no workspace would take is not mended by making it again. */
function cureOf(patch: string): string {
  if (/^diff --git (?!"?\w\/)/m.test(patch))
    return "it names files without a/ and b/ before them: make it with git -c diff.noprefix=false diff";
  if (/^Binary files .* differ\r?$/m.test(patch))
    return "it leaves out the bytes of a binary file: make it with git diff --binary";
  if (/^diff --git .*\r$/m.test(patch))
    return 'its own lines end with CRLF, which git or an editor made of them: keep it as git diff wrote it, by a line "*.patch -text" in .gitattributes';
  return "make it anew from the workspace as it is";
}

/** Git is kept from looking for a repository above the workspace, where the paths of the patch mean something else. */
const asGitWould = 'GIT_CEILING_DIRECTORIES="$(dirname "$PWD")"';

/** What the attributes of a repository say itself is stronger than any `.gitattributes`, and it has no settings. */
const toTheByte = `git init --quiet --bare --template= "$X_REPOSITORY" && mkdir "$X_REPOSITORY/info" &&
  echo '* -text !eol -ident -filter !working-tree-encoding' >"$X_REPOSITORY/info/attributes" &&
  GIT_DIR="$X_REPOSITORY" GIT_WORK_TREE=.`;

const lineWith = (setting: string) => `if command -v git >/dev/null 2>&1; then
  ${setting} git apply --whitespace=nowarn --binary -
else
  patch -p1 -s -f
fi`;

/** How applying a patch went: the end of the program that did it, when it was ended from outside. */
export type PatchResult = { ok: true } | { ok: false; exit: ShellExit; error: PatchFailedError };

/**
 * Applies a patch to the workspace, in its sandbox, unless it wants files from elsewhere. An empty one changes nothing.
 * One of `git diff` holds contents as git keeps them, which the workspace's attributes say how to write; one of
 * `makePatch` is `exact`: it holds bytes of files, which are written as they are.
 */
export async function applyPatch(
  shell: AgentShell,
  patch: string,
  options: { what: string; timeoutMs: number; signal: AbortSignal; exact?: boolean },
): Promise<PatchResult> {
  if (patch.trim() === "") return { ok: true };
  const { what, exact = false, ...limits } = options;
  const outside = leadsOut(patch);
  if (outside !== null) {
    const exit: ShellExit = { kind: "exited", exitCode: 1 };
    const output = `it wants ${outside}, which is not in the workspace`;
    return { ok: false, exit, error: new PatchFailedError({ what, patch, exit, output }) };
  }
  const tail = textTail(4_096);
  const exit = await shell.exec(lineWith(exact ? toTheByte : asGitWould), {
    ...limits,
    ...(exact && { env: { X_REPOSITORY: `${shell.scratch.inside}/${randomUUID()}` } }),
    stdin: patch,
    onOutput: (chunk) => tail.add(chunk),
  });
  if (exit.kind === "exited" && exit.exitCode === 0) return { ok: true };
  const output = tail.text() ?? "";
  return { ok: false, exit, error: new PatchFailedError({ what, patch, exit, output }) };
}
