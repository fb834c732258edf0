import { randomBytes } from "node:crypto";

/** So many first characters of a run id are shown to people. */
export const shortRunIdLength = 4;

/**
 * A new run id, such as `7f3a1c-mgx2k4p1`: six random hex characters first, so that the few a person types tell runs
 * apart, then the time of creation in milliseconds in base 36. Safe in URLs and file names.
 */
export function newRunId(nowMs: number, random: string = randomBytes(3).toString("hex")): string {
  return `${random}-${nowMs.toString(36)}`;
}

/** So many ids are tried for a new run, in the hope that the short form of one is free. */
const offeredIds = 30;

/** Ids to choose from for a new run. */
export function newRunIds(nowMs: number): string[] {
  return Array.from({ length: offeredIds }, () => newRunId(nowMs));
}

/** What people see and type of a run id. */
export function shortRunId(runId: string): string {
  return runId.slice(0, shortRunIdLength);
}

/** `last`, `last~1`, …: how many runs before the latest; null when the reference is not of this form. */
export function runsBeforeLast(reference: string): number | null {
  const match = /^last(?:~(\d{1,9}))?$/.exec(reference);
  return match === null ? null : Number(match[1] ?? 0);
}
