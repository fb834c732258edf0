import type { CellContext, CellResult } from "@flow-state-dev/sweep";
import { criterionOf } from "../../expect/criterion-of.ts";
import { type ExpectationResult, evaluateJudged } from "../../expect/evaluate.ts";
import { caseArtifacts } from "../../results/case-evidence.ts";
import { gradedOutcome } from "../case/outcome-of-case.ts";
import { caseJudge, type JudgingParts, withoutVerdict } from "./case-judge.ts";
import { evidenceOf } from "./grade-case.ts";
import type { UnjudgedWork } from "./unjudged-work.ts";

/** Has the judge look at what an agent left in an earlier attempt. The agent does not work, and is not paid, again. */
export async function judgeWork(
  parts: JudgingParts,
  context: CellContext,
  { evidence, expectations, patch, answer, transcript, takenOver }: UnjudgedWork,
): Promise<CellResult> {
  const judge = caseJudge(parts, context, answer);
  const ask = judge && ((criterion: string) => judge.ask(criterion, patch));
  const results: ExpectationResult[] = [];
  const told = [...expectations];
  for (const [at, { source, expectation }] of parts.it.expect.entries()) {
    const { pass, evidence: text } = told[at]!;
    const criterion = pass === null ? criterionOf(expectation) : null;
    const result: ExpectationResult =
      criterion === null
        ? { kind: "graded", pass: pass === true, evidence: { text } }
        : await evaluateJudged(expectation, criterion, ask);
    context.signal.throwIfAborted();
    results.push(result);
    if (criterion !== null) told[at] = evidenceOf(source, result);
  }
  const notice = judge?.notice ?? null;
  const artifact = (name: string, mediaType: string, content: string) => ({ name, mediaType, content });
  const result: CellResult = {
    outcome: gradedOutcome(results),
    evidence: {
      ...evidence,
      expectations: told.map((each) => ({ ...each })),
      ...(notice !== null && { warnings: [...warningsOf(evidence), notice] }),
    },
    artifacts: [
      artifact(caseArtifacts.transcript, "application/jsonl", transcript),
      artifact(caseArtifacts.patch, "text/x-diff", patch),
      ...(answer === null ? [] : [artifact(caseArtifacts.answer, "text/plain", answer)]),
    ],
    takenOver,
  };
  return withoutVerdict(result, judge?.failure);
}

function warningsOf({ warnings }: UnjudgedWork["evidence"]): string[] {
  return Array.isArray(warnings) ? warnings.map(String) : [];
}
