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

  constructor(facts: { what: string; exit: ShellExit; output: string }) {
    const last = facts.output.trim().split("\n").slice(-3).join("; ");
    const said = last === "" ? "" : ` (${printable(last, mostSaid)})`;
    super(`${facts.what} does not apply to the workspace${said}; make it anew from the workspace as it is.`, {
      code: "patch-failed",
      details: { exit: facts.exit },
    });
  }
}

/** Git is kept from looking for a repository above the workspace, where the paths of the patch mean something else. */
const line = `if command -v git >/dev/null 2>&1; then
  GIT_CEILING_DIRECTORIES="$(dirname "$PWD")" git apply --whitespace=nowarn --binary -
else
  patch -p1 -s -f
fi`;

/** How applying a patch went: the end of the program that did it, when it was ended from outside. */
export type PatchResult = { ok: true } | { ok: false; exit: ShellExit; error: PatchFailedError };

/** Applies a patch to the workspace, in its sandbox, unless it wants files from elsewhere. An empty one changes nothing. */
export async function applyPatch(
  shell: AgentShell,
  patch: string,
  options: { what: string; timeoutMs: number; signal: AbortSignal },
): Promise<PatchResult> {
  if (patch.trim() === "") return { ok: true };
  const { what, ...limits } = options;
  const outside = leadsOut(patch);
  if (outside !== null) {
    const exit: ShellExit = { kind: "exited", exitCode: 1 };
    const output = `it wants ${outside}, which is not in the workspace`;
    return { ok: false, exit, error: new PatchFailedError({ what, exit, output }) };
  }
  const tail = textTail(4_096);
  const exit = await shell.exec(line, { ...limits, stdin: patch, onOutput: (chunk) => tail.add(chunk) });
  if (exit.kind === "exited" && exit.exitCode === 0) return { ok: true };
  const output = tail.text() ?? "";
  return { ok: false, exit, error: new PatchFailedError({ what, exit, output }) };
}
