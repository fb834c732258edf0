import type { AttemptRecord } from "../attempt.ts";
import type { CallRecord } from "../call.ts";
import { canonicalJson } from "../canonical-json.ts";
import type { ImportedAttempt, ImportedCell } from "../imported-run.ts";
import { toCellLine } from "./run-line.ts";

/** A cell with what two records of it know together. */
export interface MergedCell {
  cell: ImportedCell;
  /** Attempts that only the second knew, or knew the end of. */
  attempts: number;
  /** Calls that only the second knew, or knew the cost of. */
  calls: number;
}

/**
 * What two records of one cell of one run know together, nothing of the first lost or changed. Of an attempt that was
 * under way, or lost, and of a call whose cost was not known, the one that knows the end is right. A text in place of
 * the cell says what is told in two ways.
 */
export function mergeCell(kept: ImportedCell, given: ImportedCell): MergedCell | string {
  const merged: MergedCell = { cell: kept, attempts: 0, calls: 0 };
  const attempts: ImportedAttempt[] = [];
  for (let index = 0; index < Math.max(kept.attempts.length, given.attempts.length); index++) {
    const [ours, theirs] = [kept.attempts[index], given.attempts[index]];
    if (ours === undefined || theirs === undefined) {
      attempts.push((ours ?? theirs)!);
      if (theirs === undefined) continue;
      merged.attempts += 1;
      merged.calls += theirs.calls.length;
      continue;
    }
    const one = mergeAttempt(ours, theirs);
    if (typeof one === "string") return `attempt ${index + 1}${one}`;
    attempts.push(one.attempt);
    merged.attempts += one.isNew ? 1 : 0;
    merged.calls += one.calls;
  }
  return { ...merged, cell: { ...kept, attempts } };
}

/** How much a state of an attempt, or of a call, says about its end. */
const known = { running: 0, open: 0, lost: 1, ended: 2, charged: 2 };

function mergeAttempt(
  ours: ImportedAttempt,
  theirs: ImportedAttempt,
): { attempt: ImportedAttempt; isNew: boolean; calls: number } | string {
  if (!isSame(beginning(ours.attempt), beginning(theirs.attempt))) return "";
  const bothEnded = ours.attempt.state === "ended" && theirs.attempt.state === "ended";
  if (bothEnded && !isSame(end(ours), end(theirs))) return "";
  const calls = mergeCalls(ours.calls, theirs.calls);
  if (typeof calls === "string") return calls;
  const isNew = knownOf(theirs.attempt) > knownOf(ours.attempt);
  const attempt = { ...(isNew ? theirs : ours), calls: calls.calls };
  return { attempt, isNew, calls: calls.new };
}

/** Of two that nobody saw end, the one that tells how far it came knows more. */
function knownOf(attempt: AttemptRecord): number {
  return known[attempt.state] + (attempt.state !== "ended" && attempt.progress ? 0.5 : 0);
}

function mergeCalls(
  ours: readonly CallRecord[],
  theirs: readonly CallRecord[],
): { calls: CallRecord[]; new: number } | string {
  const merged = new Map(ours.map((call) => [call.callId, call]));
  let isNew = 0;
  for (const call of theirs) {
    const there = merged.get(call.callId);
    if (there !== undefined) {
      if (!isSame(opening(there), opening(call))) return `, call ${call.callId}`;
      if (there.state === "charged" && call.state === "charged" && !isSame(there, call))
        return `, call ${call.callId}`;
      if (known[call.state] <= known[there.state]) continue;
    }
    merged.set(call.callId, call);
    isNew += 1;
  }
  return { calls: [...merged.values()], new: isNew };
}

function beginning({ attempt, taskHash, worker, startedAt }: AttemptRecord): unknown {
  return { attempt, taskHash, worker, startedAt };
}

function opening({ payer, modelId, worstCaseUsd, openedAt, attempt }: CallRecord): unknown {
  return { payer, modelId, worstCaseUsd, openedAt, attempt };
}

/** What an attempt ended with, but for its calls. */
function end({ attempt, artifacts }: ImportedAttempt): unknown {
  const [line] = toCellLine({ ...attempt, attempts: [{ attempt, artifacts, calls: [] }] }).cell.attempts;
  const inOrder = [...line!.artifacts].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { ...line, artifacts: inOrder };
}

function isSame(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}
