import {
  type JsonObject,
  type RunStore,
  unjudgedEvidence,
  wasSuspect,
  workOfAttempt,
} from "@flow-state-dev/records";
import type { PlannedCell, TakenOver } from "@flow-state-dev/sweep";
import { criterionOf } from "../../expect/criterion-of.ts";
import { caseArtifacts, type ExpectationEvidence } from "../../results/case-evidence.ts";
import { fromCaseEvidence } from "../../results/read-case-evidence.ts";
import { isJudged } from "../../suite/is-judged.ts";
import type { SuiteCase } from "../../suite/suite.ts";

/** What an agent left in an earlier attempt, which lacks nothing but the word of its judge. */
export interface UnjudgedWork {
  /** As it was kept; names the attempt in which the agent worked. */
  evidence: JsonObject;
  /** In the order of the case; those that wait for the judge have no verdict. */
  expectations: readonly ExpectationEvidence[];
  patch: string;
  answer: string | null;
  transcript: string;
  takenOver: TakenOver;
}

/** How an agent ends whose work is graded. */
const gradedEnds = new Set(["done", "gave-up", "stuck", "turn-limit"]);

/**
 * What the agent left in the latest attempt at a case, as the case is now, that has no result only for its judge: the
 * judge failed, or the attempt was lost or cut off while it was asked. Undefined when there is none, or not all of it
 * was kept.
 */
export async function readUnjudgedWork(
  store: RunStore,
  runId: string,
  { subject, task, run, taskHash }: PlannedCell,
  it: SuiteCase,
): Promise<UnjudgedWork | undefined> {
  const cell = { subject, task, run };
  if (!isJudged(it)) return undefined;
  for (const attempt of (await store.attempts(runId, cell)).toReversed()) {
    if (attempt.taskHash !== taskHash) continue;
    const evidence = unjudgedEvidence(attempt);
    const {
      ended = "",
      expectations = [],
      agentMs = 0,
      madeIn = attempt.attempt,
    } = fromCaseEvidence(evidence);
    if (!gradedEnds.has(ended) || !lacksOnlyTheJudge(it, expectations)) continue;
    const text = async (name: string) => textOf(await store.artifact(runId, cell, attempt.attempt, name));
    const [patch, transcript] = [await text(caseArtifacts.patch), await text(caseArtifacts.transcript)];
    if (patch === null || transcript === null) continue;
    const work = await workOfAttempt(store, runId, cell, madeIn);
    return {
      ...{ evidence: { ...evidence, madeIn }, expectations, patch, transcript },
      answer: await text(caseArtifacts.answer),
      takenOver: { workingMs: agentMs, suspect: wasSuspect(attempt), work },
    };
  }
  return undefined;
}

function lacksOnlyTheJudge({ expect }: SuiteCase, kept: readonly ExpectationEvidence[]): boolean {
  return (
    kept.length === expect.length &&
    expect.every(({ source, expectation }, at) => {
      const { expectation: told, pass } = kept[at]!;
      return told === source && (pass !== null || criterionOf(expectation) !== null);
    })
  );
}

function textOf(artifact: { content: string | Uint8Array } | null): string | null {
  return typeof artifact?.content === "string" ? artifact.content : null;
}
