import { sumUsd } from "@flow-state-dev/core";
import {
  type CallRecord,
  type CellRecord,
  type CountedWork,
  type WorkStore,
  workOfCalls,
} from "@flow-state-dev/records";

/** What is not known of the calls of a cell, and what its result took of them. */
export interface LostCalls {
  /** Calls whose end nobody knows, carried at the most they can have cost, by who would have paid. */
  calls: number;
  subjectUsd: number;
  judgeUsd: number;
  /** Calls of all attempts that broke off before anything of their answers came: booked with their prompts alone. */
  unheard: number;
  /** What the result took, where that may not be what all calls of the cell add up to. */
  work?: CountedWork;
}

const nothing: LostCalls = { calls: 0, subjectUsd: 0, judgeUsd: 0, unheard: 0 };

/**
 * The lost calls of a cell; those whose worst case is unknown too count elsewhere. `brokeOff` says that there are calls
 * in the run that did, as its warnings tell.
 */
export async function lostCallsOf(
  store: WorkStore,
  runId: string,
  record: CellRecord,
  brokeOff: boolean,
): Promise<LostCalls> {
  const told = record.counted && { work: record.counted };
  if (record.spend.carried === 0 && !brokeOff && !mayHaveBrokenOff(record)) return { ...nothing, ...told };
  const { subject, task, run, attempts } = record;
  const all: CallRecord[] = [];
  const [bySubject, byJudge]: [number[], number[]] = [[], []];
  let unheard = 0;
  for await (const call of store.calls(runId, { subject, task, run })) {
    all.push(call);
    if (call.state === "charged" && call.details.mostUsd !== undefined) unheard += 1;
    if (call.state !== "lost" || call.worstCaseUsd === null) continue;
    (call.payer === "judge" ? byJudge : bySubject).push(call.worstCaseUsd);
  }
  const calls = bySubject.length + byJudge.length;
  const lost = { calls, subjectUsd: sumUsd(bySubject), judgeUsd: sumUsd(byJudge), unheard };
  // What made the output of a cell that came through was heard: a call beside it that broke off counts as it is booked.
  const isApart = attempts > 1 || (unheard > 0 && cameThrough(record));
  return { ...lost, ...(told ?? (isApart && { work: workOfLast(all) })) };
}

/** A run that has not ended tells nothing yet; of a cell that came through at once the calls need not be read. */
function mayHaveBrokenOff(record: CellRecord): boolean {
  return record.attempts > 1 || !cameThrough(record);
}

function cameThrough({ outcome }: CellRecord): boolean {
  return outcome?.kind === "passed" || outcome?.kind === "failed";
}

/**
 * What the result took where the store does not tell it, as those of earlier versions: the last attempt in which the
 * subject made a call is taken to be the one that made the output, and the last of all the one that judged it.
 */
function workOfLast(calls: readonly CallRecord[]): CountedWork {
  const worked = calls.findLast(({ payer }) => payer !== "judge")?.attempt;
  const judged = calls.at(-1)?.attempt;
  return workOfCalls(calls.filter(({ attempt, payer }) => attempt === (payer === "judge" ? judged : worked)));
}
