import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A process that belongs to a round. */
export interface FoundProcess {
  pid: number;
  command: string;
}

/**
 * The processes that carry a marker in their environment or command line, or stand in a folder of the round: what it
 * has started, directly or not, in a sandbox or not. Those that have ended and wait to be buried do not count.
 */
export function findProcesses(marker: string, folder: string): FoundProcess[] {
  const found: FoundProcess[] = [];
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const command = textOf(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
    const state = /^\d+ \(.*\) (\w)/s.exec(textOf(`/proc/${pid}/stat`))?.[1];
    if (state === undefined || state === "Z" || state === "X") continue;
    const here = placeOf(pid);
    const marked = command.includes(marker) || textOf(`/proc/${pid}/environ`).includes(marker);
    if (marked || here === folder || here.startsWith(`${folder}/`)) found.push({ pid, command });
  }
  return found;
}

/** Ends a process by force; one that has ended meanwhile is fine. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {}
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}

function placeOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return "";
  }
}
