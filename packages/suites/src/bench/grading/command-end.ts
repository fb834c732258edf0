import { FlowError } from "@flow-state-dev/core";
import type { CommandEnd } from "../../expect/grading-context.ts";
import type { Exit } from "../../process/exit.ts";
import { type CommandLimits, limitInWords } from "../case/command-limits.ts";

/** A command that could not be run or ended: the machine's fault, nobody's result. */
export class CommandNotRunError extends FlowError {
  override readonly name = "CommandNotRunError";

  constructor(command: string, reason: string) {
    super(`The command "${command}" could not be run: ${reason}. Set that right and run the case again.`, {
      code: "command-not-run",
      retryable: true,
      details: { command },
    });
  }
}

/** How a command in a sandbox ended, as grading sees it. Throws `CommandNotRunError`. */
export function commandEnd(command: string, exit: Exit, limits: CommandLimits): CommandEnd {
  const output = outputOf(exit);
  const { durationMs, ended, code, signal } = exit;
  if (ended === "not-started") throw new CommandNotRunError(command, exit.reason ?? "it was not started");
  if (ended === "abort") throw new CommandNotRunError(command, "it was stopped");
  if (exit.alive.length > 0) throw new CommandNotRunError(command, "processes of it could not be ended");
  if (ended === "timeout") return { kind: "timed-out", output, durationMs };
  if (ended !== "itself") return { kind: "killed", signal: limitInWords(ended, limits), output, durationMs };
  if (signal !== null) return { kind: "killed", signal, output, durationMs };
  // A command that ended by itself has a code; without one nothing says that it went well.
  if (code === null) throw new CommandNotRunError(command, "nobody knows how it ended");
  return { kind: "exited", exitCode: code, output, durationMs };
}

/** Both streams; the order between them is not kept. */
export function outputOf({ stdout, stderr }: Exit): string {
  const texts = [stdout.text, stderr.text].filter((text) => text !== "");
  return texts.join("\n");
}
