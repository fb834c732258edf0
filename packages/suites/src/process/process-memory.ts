import { readFileSync } from "node:fs";
import { readOfProcess } from "./process-table.ts";

/** Bytes of a process: what is its own, and what it shares with others and is no file. */
export interface MemoryParts {
  own: number;
  shared: number;
}

const kibi = 1024;

/** Where the kernel does not tell. */
const usualPageBytes = 4096;
/** The entry in which it does. */
const pageSizeEntry = 6n;
let pageBytes: number | undefined;

/** All that a process has in memory, programs and libraries too; 0 when it is dead. The quickest to be told. */
export function residentMemory(pid: number): number {
  pageBytes ??= pageSizeIn(startFacts());
  return Number(readOfProcess(pid, "statm")?.split(" ")[1] ?? 0) * pageBytes;
}

/**
 * Bytes of a page, of which machines with ARM or POWER may have larger ones: by what the kernel tells a program at its
 * start, a number of 64 bits for each fact and one for its value.
 */
export function pageSizeIn(facts: BigUint64Array): number {
  const at = facts.findIndex((fact, place) => place % 2 === 0 && fact === pageSizeEntry);
  return at === -1 ? usualPageBytes : Number(facts[at + 1] ?? usualPageBytes);
}

function startFacts(): BigUint64Array {
  try {
    return new BigUint64Array(Uint8Array.from(readFileSync("/proc/self/auxv")).buffer);
  } catch {
    return new BigUint64Array();
  }
}

/**
 * What a process has in memory that is no file, counted whole in each process that shares it; zeros when it is dead.
 */
export function mappedMemory(pid: number): MemoryParts {
  return partsIn(readOfProcess(pid, "status") ?? "", "RssAnon", "RssShmem");
}

/**
 * The same with what is shared by several counted for each in part, so that a sum has it once. Takes the kernel a walk
 * through all pages. Null when the process is dead, not ours to ask, or the kernel too old.
 */
export function sharesOfMemory(pid: number): MemoryParts | null {
  const text = readOfProcess(pid, "smaps_rollup");
  return text?.includes("\nPss_Anon:") ? partsIn(text, "Pss_Anon", "Pss_Shmem") : null;
}

function partsIn(text: string, own: string, shared: string): MemoryParts {
  const bytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1] ?? 0) * kibi;
  return { own: bytes(own), shared: bytes(shared) };
}
