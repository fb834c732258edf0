import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { processIds } from "../../src/process/process-table.ts";

/** Processes of this machine whose command line holds a text. */
export function processesWith(text: string): number[] {
  return processIds().filter((pid) => pid !== process.pid && commandLine(pid).includes(text));
}

/** A number for `sleep` that no other process has in its command line. */
export function uniqueSeconds(): string {
  return `9${randomInt(1e5)}.${randomInt(1e12)}`;
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
