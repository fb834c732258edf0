import { printable } from "../text/printable.ts";
import type { Finding } from "./evidence.ts";
import type { CommandEnd } from "./grading-context.ts";

const mostLines = 20;
const mostCharacters = 4_000;

/**
 * A command passes when it exits with 0. One that did not come to its own end, or that the shell could not find or
 * start (126, 127), has said nothing: neither the expectation nor its opposite holds.
 */
export function checkTest(end: CommandEnd): Finding {
  const output = lastLines(end.output);
  const seconds = `${(end.durationMs / 1000).toFixed(1)} s`;
  if (end.kind === "timed-out")
    return { holds: null, evidence: { text: `did not end within ${seconds}`, output } };
  if (end.kind === "killed")
    return { holds: null, evidence: { text: `was killed by ${end.signal} after ${seconds}`, output } };
  const { exitCode } = end;
  const unknown =
    exitCode === 127 ? ": command not found" : exitCode === 126 ? ": command cannot be run" : "";
  return {
    holds: unknown === "" ? exitCode === 0 : null,
    evidence: { text: `exit code ${exitCode}${unknown}, after ${seconds}`, exitCode, output },
  };
}

function lastLines(output: string): string {
  const text = printable(output.trimEnd(), mostCharacters, "end");
  const lines = text.split("\n");
  return lines.length <= mostLines ? text : lines.slice(-mostLines).join("\n");
}
