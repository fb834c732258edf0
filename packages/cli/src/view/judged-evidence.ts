import type { JsonObject } from "@flow-state-dev/records";
import { type CriterionView, showable } from "@flow-state-dev/viewer";

/** What a judge found, as a cell keeps it; what is in it is not to be relied on. */
interface Kept {
  findings?: {
    criterion?: unknown;
    weight?: unknown;
    verdict?: unknown;
    split?: unknown;
    evidence?: unknown;
    votes?: { judge?: unknown; repeat?: unknown; verdict?: unknown; evidence?: unknown }[];
  }[];
  codeScores?: Record<string, unknown>;
  scorerErrors?: Record<string, unknown>;
}

/** The judge's word on each criterion, in the order of the rubric. */
export function criteriaOf(evidence: JsonObject): CriterionView[] {
  const { findings = [] } = evidence as Kept;
  if (!Array.isArray(findings)) return [];
  return findings.map(({ criterion, weight, verdict, split, evidence: seen, votes = [] }) => ({
    criterion: text(criterion),
    weight: typeof weight === "number" ? weight : 1,
    verdict: verdict === "met" || verdict === "unmet" ? verdict : "cannot-judge",
    split: split === true,
    evidence: text(seen),
    votes: votes.map((vote) => ({
      judge: text(vote.judge),
      repeat: Number(vote.repeat) || 0,
      verdict: text(vote.verdict),
      evidence: text(vote.evidence),
    })),
  }));
}

/** What the code scorers gave, and why one gave nothing. */
export function scorersOf(
  evidence: JsonObject,
): { name: string; score: number | null; error: string | null }[] {
  const { codeScores = {}, scorerErrors = {} } = evidence as Kept;
  return [
    ...Object.entries(codeScores).map(([name, score]) => {
      return { name: text(name), score: typeof score === "number" ? score : null, error: null };
    }),
    ...Object.entries(scorerErrors).map(([name, error]) => {
      return { name: text(name), score: null, error: text(error) };
    }),
  ];
}

function text(value: unknown): string {
  return typeof value === "string" ? showable(value.slice(0, 4000)) : "";
}
