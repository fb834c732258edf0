import { FlowError } from "@flow-state-dev/core";
import { sizeOf } from "../text/size-of.ts";
import type { ShellExit } from "./agent-shell.ts";

/** A program that ended by itself, but not well. */
export class AgentExitError extends FlowError {
  override readonly name = "AgentExitError";

  /** `words` are the last it wrote; empty when that is nothing, or not known. */
  constructor(exit: Extract<ShellExit, { kind: "exited" | "killed" | "limited" }>, words = "") {
    const why = words === "" ? "; its transcript may tell why." : `: ${words}`;
    super(`The agent ${howItEnded(exit)}${why}`, {
      code: "agent-exit",
      details: { ...exit },
    });
  }
}

function howItEnded(exit: Extract<ShellExit, { kind: "exited" | "killed" | "limited" }>): string {
  if (exit.kind === "exited") return `exited with code ${exit.exitCode}`;
  if (exit.kind === "killed") return `was ended by ${exit.signal}`;
  const { limit, most } = exit;
  if (limit === "output")
    return `wrote more than ${most === undefined ? "it may" : sizeOf(most)} and was ended`;
  if (most === undefined) return `used more ${limit} than it may`;
  return limit === "memory"
    ? `used more than ${sizeOf(most)} of memory and was ended`
    : `had more than ${most.toLocaleString("en-US")} processes and was ended`;
}
