import { mean, median } from "@flow-state-dev/stats";
import type { Criterion, CriterionVerdict, Finding, Vote } from "./judgement.ts";
import { type JudgeScale, metFrom } from "./scale.ts";

/** What votes come to. */
interface Taken {
  verdict: CriterionVerdict;
  score: number | null;
}

const cannotJudge: Taken = { verdict: "cannot-judge", score: null };

/**
 * The finding on one criterion from all votes on it. Within a repeat the majority of those who judged decides (graded:
 * their median); over repeats the score is the mean. Where more than half could not judge, or the votes of a repeat are
 * split evenly, the criterion is not judged: a panel without a majority has found nothing, and neither met nor
 * unmet would be true of it.
 */
export function combineVotes(
  criterion: Required<Criterion>,
  votes: readonly Vote[],
  scale: JudgeScale,
): Finding {
  const byRepeat = Map.groupBy(votes, ({ repeat }) => repeat);
  const taken = Array.from(byRepeat.values(), (panel) =>
    scale === "graded" ? medianOf(panel) : majorityOf(panel),
  );
  const together = meanOf(taken, scale);
  return {
    criterion: criterion.text,
    weight: criterion.weight,
    ...together,
    evidence: evidenceFor(together, votes),
    votes,
  };
}

function majorityOf(panel: readonly Vote[]): Taken {
  const count = (verdict: CriterionVerdict) => panel.filter((vote) => vote.verdict === verdict).length;
  const met = count("met");
  const unmet = count("unmet");
  if (met === unmet || count("cannot-judge") > met + unmet) return cannotJudge;
  return met > unmet ? { verdict: "met", score: 1 } : { verdict: "unmet", score: 0 };
}

function medianOf(panel: readonly Vote[]): Taken {
  const scores = scoresOf(panel);
  if (scores.length * 2 < panel.length || scores.length === 0) return cannotJudge;
  const score = median(scores)!;
  return { verdict: score >= metFrom ? "met" : "unmet", score };
}

function meanOf(taken: readonly Taken[], scale: JudgeScale): Taken {
  const scores = scoresOf(taken);
  if (scores.length * 2 < taken.length || scores.length === 0) return cannotJudge;
  const score = mean(scores)!;
  const met = scale === "graded" ? score >= metFrom - 1e-9 : score > 0.5;
  return { verdict: met ? "met" : "unmet", score };
}

function scoresOf(list: readonly { score: number | null }[]): number[] {
  return list.flatMap(({ score }) => (score === null ? [] : [score]));
}

/** Of the vote that says what was found; of a split there is none to quote. */
function evidenceFor(found: Taken, votes: readonly Vote[]): string {
  const same = votes.filter(({ verdict }) => verdict === found.verdict);
  const distance = (vote: Vote) => Math.abs((vote.score ?? 0) - (found.score ?? 0));
  const nearest = (same.length > 0 ? same : votes).toSorted((a, b) => distance(a) - distance(b))[0];
  if (nearest && (same.length > 0 || found.score !== null)) return nearest.evidence;
  const met = votes.filter(({ verdict }) => verdict === "met").length;
  const unmet = votes.filter(({ verdict }) => verdict === "unmet").length;
  return `The votes are split: ${met} met, ${unmet} unmet.`;
}
