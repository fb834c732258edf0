import type { Sandbox, SandboxFolder, SandboxLimits } from "../../sandbox/sandbox.ts";
import { CommandNotRunError } from "./command-end.ts";
import type { GradedFacts } from "./implicit-protection.ts";

const script = 'for name; do command -v "$name" >/dev/null 2>&1 && printf "%s\\n" "$name"; done; exit 0';

/** Asks the inside of a sandbox which names are programs there, without those of the workspace. */
export function systemProgramsIn({
  sandbox,
  workspace,
  limits,
  signal,
}: {
  sandbox: Sandbox;
  workspace: SandboxFolder;
  limits: SandboxLimits;
  signal: AbortSignal;
}): GradedFacts["systemPrograms"] {
  return async (names) => {
    // No command line calls a name with a dash in front or a line break in it.
    const askable = names.filter((name) => /^[^-\n][^\n]*$/.test(name));
    const exit = await sandbox.exec(
      { argv: ["sh", "-c", script, "sh", ...askable] },
      { workspace, limits: { ...limits, timeMs: 30_000 }, signal },
    );
    if (exit.ended !== "itself") throw new CommandNotRunError("command -v", exit.reason ?? exit.ended);
    return new Set(exit.stdout.text.split("\n").filter((name) => name !== ""));
  };
}
