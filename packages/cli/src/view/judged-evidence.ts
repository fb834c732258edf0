import type { JsonObject } from "@flow-state-dev/records";
import { type CriterionView, showable } from "@flow-state-dev/viewer";
import { objectsIn } from "../show/objects-in.ts";

/** What a judge found, as a cell keeps it; what is in it is not to be relied on. */
interface Kept {
  findings?: unknown;
  codeScores?: Record<string, unknown>;
  scorerErrors?: Record<string, unknown>;
}

/** The judge's word on each criterion, in the order of the rubric. */
export function criteriaOf(evidence: JsonObject): CriterionView[] {
  const { findings } = evidence as Kept;
  return objectsIn(findings).map(({ criterion, weight, verdict, split, evidence: seen, votes }) => ({
    criterion: text(criterion),
    weight: typeof weight === "number" ? weight : 1,
    verdict: verdict === "met" || verdict === "unmet" ? verdict : "cannot-judge",
    split: split === true,
    evidence: text(seen),
    votes: objectsIn(votes).map((vote) => ({
      judge: text(vote.judge),
      repeat: Number(vote.repeat) || 0,
      verdict: text(vote.verdict),
      evidence: text(vote.evidence),
    })),
  }));
}

/**
 * The judge's word on the `judge:` expectations of a case, as on criteria of a rubric. An expectation that begins with
 * `not` passes when its criterion is not met.
 */
export function judgedExpectations(
  expectations: readonly { expectation: string; pass: boolean | null; evidence: string }[],
): CriterionView[] {
  return expectations.flatMap(({ expectation, pass, evidence }) => {
    const parts = /^\s*(not\s+)?judge:\s*(.*)$/s.exec(expectation);
    if (!parts) return [];
    const met = pass === (parts[1] === undefined);
    return {
      ...{ criterion: text(parts[2]), weight: 1, split: false, votes: [] },
      verdict: pass === null ? "cannot-judge" : met ? "met" : "unmet",
      evidence: text(evidence.replace(/^the judge: /, "")),
    };
  });
}

/** All that a judge has judged of a cell: its rubric, then its expectations. Labels are kept in this order. */
export function judgedCriteria(evidence: JsonObject): CriterionView[] {
  const expectations = objectsIn(evidence.expectations).map((each) => ({
    expectation: typeof each.expectation === "string" ? each.expectation : "",
    pass: typeof each.pass === "boolean" ? each.pass : null,
    evidence: typeof each.evidence === "string" ? each.evidence : "",
  }));
  return [...criteriaOf(evidence), ...judgedExpectations(expectations)];
}

/** What the code scorers gave, and why one gave nothing. */
export function scorersOf(
  evidence: JsonObject,
): { name: string; score: number | null; error: string | null }[] {
  const { codeScores, scorerErrors } = evidence as Kept;
  return [
    ...Object.entries(codeScores ?? {}).map(([name, score]) => {
      return { name: text(name), score: typeof score === "number" ? score : null, error: null };
    }),
    ...Object.entries(scorerErrors ?? {}).map(([name, error]) => {
      return { name: text(name), score: null, error: text(error) };
    }),
  ];
}

function text(value: unknown): string {
  return typeof value === "string" ? showable(value.slice(0, 4000)) : "";
}
