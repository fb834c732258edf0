import { readFileSync } from "node:fs";
import { isAlive, pidNamespaceOf, processEntry } from "./process-table.ts";

/** What tells a process from every other one: its id, when it began and where its id counts. Null is unknown. */
export interface ProcessName {
  pid: number;
  started: number | null;
  boot: string | null;
  namespace: string | null;
}

/** The name of this process. */
export function thisProcess(): ProcessName {
  let boot: string | null = null;
  try {
    boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {}
  const started = processEntry(process.pid)?.started ?? null;
  return { pid: process.pid, started, boot, namespace: pidNamespaceOf("self") };
}

/** Has a process ended whose id counts here? */
export function hasEnded({ pid, started }: ProcessName): boolean {
  return started === null ? !isAlive(pid) : processEntry(pid)?.started !== started;
}
